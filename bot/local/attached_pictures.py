"""How simcord's pages come by pictures: without a new process for each of them."""

from io import BytesIO

from PIL import Image, UnidentifiedImageError
from simcord.preview._media import MediaInfo, MediaWorker


class AttachedPictures(MediaWorker):
    """Answers a still PNG as it was attached.

    simcord would have it decoded and written anew before it is shown, for each page by a Python
    started for that: half a second for every picture, one after the other. A browser does not
    need that, and what the bot attaches is a still PNG but for the animation at the end.
    """

    async def validate(
        self, key: str, blob: bytes, *, media_time: float | None = None
    ) -> MediaInfo:
        """What to show of an attachment. Raises MediaError if it cannot be shown."""
        try:
            with Image.open(BytesIO(blob), formats=["PNG"]) as picture:
                width, height = picture.size
                still = not getattr(picture, "is_animated", False) and not picture.getexif()
        except UnidentifiedImageError:
            still = False
        if not still:
            return await super().validate(key, blob, media_time=media_time)
        return MediaInfo(
            format="PNG",
            width=width,
            height=height,
            frames=1,
            decoded_bytes=4 * width * height,
            normalized=blob,
            content_type="image/png",
            capture=blob,
            poster=blob,
        )
