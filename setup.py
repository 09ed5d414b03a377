"""What pyproject.toml cannot say: the build compiles the catalogues of translations."""

import runpy
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

compile_catalogue = runpy.run_path("bot/i18n/translations.py")["compile_catalogue"]


class BuildWithCatalogues(build_py):
    """Copies the packages, and puts a compiled catalogue beside each that a translator wrote.

    An editable installation copies nothing: there the program compiles for itself.
    """

    def run(self) -> None:
        """Copy, and compile."""
        super().run()
        for source, compiled in self._catalogues().items():
            compiled.write_text(compile_catalogue(source), encoding="utf-8")

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002
        """The files that an installation consists of."""
        compiled = map(str, self._catalogues().values())
        return [*super().get_outputs(include_bytecode), *compiled]

    def _catalogues(self) -> dict[Path, Path]:
        if self.editable_mode:
            return {}
        sources = Path(self.build_lib).glob("bot/i18n/locales/*/LC_MESSAGES/*.po")
        return {source: source.with_suffix(".json") for source in sources}


setup(cmdclass={"build_py": BuildWithCatalogues})
