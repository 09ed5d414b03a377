"""What pyproject.toml cannot say: the build compiles the catalogues of translations."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithCatalogues(build_py):
    """Copies the packages, and puts a compiled catalogue beside each that a translator wrote.

    An editable installation copies nothing: there the program reads what the translator wrote.
    """

    def run(self) -> None:
        """Copy, and compile."""
        super().run()
        for source, compiled in self._catalogues().items():
            with source.open("rb") as read, compiled.open("wb") as written:
                write_mo(written, read_po(read, locale=source.parent.parent.name))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002
        """The files that an installation consists of."""
        compiled = map(str, self._catalogues().values())
        return [*super().get_outputs(include_bytecode), *compiled]

    def _catalogues(self) -> dict[Path, Path]:
        if self.editable_mode:
            return {}
        sources = Path(self.build_lib).glob("bot/i18n/locales/*/LC_MESSAGES/*.po")
        return {source: source.with_suffix(".mo") for source in sources}


setup(cmdclass={"build_py": BuildWithCatalogues})
