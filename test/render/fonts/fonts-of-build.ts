import { loadFonts } from '../../../src/render/fonts/load-fonts.js';
import { fontsDirectory } from '../../../src/world/geodata/files.js';

/** Those that pictures are drawn with: tests do not depend on the machine's. */
export const fontsOfBuild = loadFonts(fontsDirectory);

/** Texts of every script that is promised. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  Latin: 'Žluťoučký kůň, œuvre, Ðað, Việt Nam',
  Greek: 'Ελληνικά',
  Cyrillic: 'Українська',
  Arabic: 'مرحبا بالعالم',
  Hebrew: 'שלום עולם',
  Devanagari: 'भारतीय भोजनालय',
  Thai: 'สวัสดีชาวโลก',
  Georgian: 'თბილისის რესტორანი',
  Armenian: 'Երևանի ռեստորան',
  Tamil: 'சென்னை உணவகம்',
  Bengali: 'শ্রীমঙ্গল রেস্তোরাঁ',
  'simplified Chinese': '中华人民共和国',
  'traditional Chinese': '臺灣 廣東 龍',
  Japanese: '東京の喫茶店 カタカナ',
  Korean: '서울 대한민국',
  emoji: '😀🍕👨‍👩‍👧🇩🇪❤️',
  symbols: '€ ★ → ✓ °',
};

/** Texts that somebody will upload. */
export const HOSTILE: readonly string[] = [
  '',
  ' \t\r\n\u2028 ',
  'x'.repeat(100_000),
  '中'.repeat(100_000),
  'word '.repeat(20_000),
  `Z${'\u0301\u0302\u0489'.repeat(30_000)}`,
  '\u0301'.repeat(1_000),
  'NUL \0 BEL \u0007 ESC \u001b DEL \u007f NEL \u0085',
  '\ud800 lone \udc00\udbff',
  '\u202eevil\u202c \u2066a\u2069 \u200f\u200e',
  '\ufffe\uffff\u{1fffe} \ufeff\u00ad\u200b',
  '</text><script>&"\'<![CDATA[ ]]>&#0;&amp;',
  '\u{10ffff}\ue000\u{e0041}',
  '👨‍👩‍👧'.repeat(1_000),
  'ﷺ﷽𒐫'.repeat(100),
  'क्'.repeat(500),
  'שלום مرحبا abc '.repeat(1_000),
  '\u200d\ufe0f\u200c',
  // Letters that a face has no anchor for.
  '\u076b\u05c1\u0761 ݡゆढタݫ',
];
