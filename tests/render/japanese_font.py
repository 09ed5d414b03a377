"""Makes the font for Japanese from a whole one: ``python -m tests.render.japanese_font SOURCE``.

SOURCE is Noto Sans CJK JP Bold 2.004 under the SIL Open Font License: ``NotoSansCJK-Bold.ttc`` of
Debian's ``fonts-noto-cjk`` 1:20220127, whose first font is the Japanese one. What is taken from it:

- every character of the Japanese catalogue, wherever its text stands;
- all kana, and Japanese punctuation with its full-width forms;
- the kanji that are most frequent in the names of people.

Letters and digits stay those of the other shipped font, so the layout tables are left out. Run the
command again when ``tests/render/test_labels.py`` misses a character of a translation. With TEXTS,
files in UTF-8, it takes their characters instead of the catalogue's.
"""

import argparse
import re
from itertools import chain
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from bot.i18n.catalogue import DOMAIN, LOCALES
from render.drawing.faces import JAPANESE

CATALOGUE = LOCALES / "ja" / "LC_MESSAGES" / f"{DOMAIN}.po"
OF_JAPANESE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
"""Punctuation, kana, kanji and full-width forms."""
PUNCTUATION = (
    "　、。〃々〆〇〈〉《》「」『』【】〔〕〜！％＆（）＊＋，－．／：；＜＝＞？［］｛｜｝～"
)
OF_NAMES = """
佐藤鈴木高橋田中伊渡辺山本村小林加吉斎松井清水崎池森阿部石川前岡長谷後近坂遠青福西三浦原和竹金子野上
宮武中島太平増内酒工横今柴大河沢関丸杉新菅矢千葉岩桜久保江口安市馬場土屋秋元樋片桐荒川星永堀戸尾服部
古萩熊北奥東南桑須賀早津倉早飯塚成瀬岸根菊地黒白浜栗笠間浅本多根五十嵐望月日向六車八神七海四九一二
優翔陽蓮湊樹悠真陸蒼空颯斗輝奏律朝健隼龍虎獅剛誠拓哉直樹和也達雄英俊浩博康弘義隆司修亮介輔洋純紀孝
智裕彦郎次治助之仁勇徹哲学明光正昭男夫幸宏秀昌茂実豊進勝利信貴雅章敏伸祐希晴聡慎将旭
美咲結菜愛彩花葵凛陽莉桜杏奈七音心春夏冬香里沙織恵理由紀子久代佳奈穂帆絵梨萌瑞琴詩栞紗羽麻衣亜弥
良真澄千尋静鶴亀雪風鈴蘭茜楓椿梅桃百合雛瑠璃珠玲鏡翠碧涼遥渚汐凪湖泉梓芽芙蓉綾絢乃朱紅史志政淳源盛繁舞
國斉齋廣櫻澤濱邉邊髙﨑
侍刀剣忍者姫帝坊主夢幻影闇光氷炎雷雲霧空紫銀鬼神魔霊鳳猫犬狐狼熊兎狸鼠牛羊猿鶏猪鳥魚亀蛙蝶蜂蟹鯨鮭
米豆茶酒飯団餅寿司丼塩砂糖蜜桃柿苺芋卵
"""
"""In surnames, given names, old forms of those, and names that people give themselves."""
NAME = "Two Rivers Japanese"
"""A name of its own, since it is not the whole font."""
_OWN_NAMES = {1: NAME, 3: f"{NAME} Bold", 4: f"{NAME} Bold", 6: NAME.replace(" ", "") + "-Bold"}
_NOTICES = [0, 2, 5, 7, 13, 14]
"""Copyright, style, version, trademark and licence."""


def characters(texts):
    """Every character of the font."""
    kana = map(chr, (*range(0x3041, 0x3097), *range(0x3099, 0x3100)))
    found = chain.from_iterable(OF_JAPANESE.findall(text) for text in texts)
    return "".join(sorted({*kana, *PUNCTUATION, *"".join(OF_NAMES.split()), *found}))


def make(source, text, target):
    """Write the part of a font that has the characters of *text*."""
    font = TTFont(source, fontNumber=0)
    options = subset.Options(layout_features=[], name_IDs=_NOTICES, notdef_outline=True)
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    options.desubroutinize = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    for number, name in _OWN_NAMES.items():
        font["name"].setName(name, number, 3, 1, 0x409)
    cff = font["CFF "].cff
    cff.fontNames[0] = _OWN_NAMES[6]
    top = cff.topDictIndex[0]
    top.FullName, top.FamilyName = _OWN_NAMES[4], NAME
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(target)
    return len(font.getBestCmap())


def main():
    """Make the font."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("texts", type=Path, nargs="*", default=[CATALOGUE])
    options = parser.parse_args()
    text = characters(file.read_text("utf-8") for file in options.texts)
    count = make(options.source, text, JAPANESE)
    print(f"{count} of {len(text)} characters, {JAPANESE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
