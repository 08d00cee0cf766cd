/** Charsets that are found where nothing declares them. */
export type NationalCharset = Alphabet['charsets'][number] | Ideographs['charset'];

/**
 * How a language is written: its letters beyond ASCII, the most frequent first, in lower case where there are
 * two.
 */
interface Alphabet {
  readonly charsets: readonly (
    | 'windows-1252'
    | 'windows-1250'
    | 'iso-8859-2'
    | 'windows-1254'
    | 'windows-1251'
    | 'koi8-u'
    | 'cp866'
    | 'iso-8859-5'
    | 'macintosh'
    | 'windows-1253'
    | 'iso-8859-7'
    | 'windows-1255'
    | 'windows-1256'
    | 'iso-8859-6'
    | 'windows-1257'
    | 'windows-874'
  )[];
  /** They stand among letters of ASCII. */
  readonly isLatin: boolean;
  readonly letters: readonly string[];
}

/** Letters of Western Europe by language. */
const WESTERN = [
  'üäößé',
  'ºíóáéñúª',
  'ºãçáéóíêâõú',
  'éèàêçâôîùëïûœæüÿ',
  'óíáéñúüº¿¡ª',
  'ãçáéóíêâõúàôº',
  'øåæöäéüô',
  'äöåéõüšžøà',
  'íáðéóúýöþæ',
  'àèòùìéº',
  'ëéïèüö',
  'óàéèíçòúïü·',
  'éüöäáñíèóçàøåæãßêúôâëïîœõìòùûðýþ',
];

export const ALPHABETS: readonly Alphabet[] = [
  {
    charsets: ['windows-1252'],
    isLatin: true,
    letters: ['°’“”–º€ª½²±‘—«»•©®™…³§·', ...WESTERN],
  },
  { charsets: ['macintosh'], isLatin: true, letters: WESTERN },
  {
    charsets: ['windows-1250', 'iso-8859-2'],
    isLatin: true,
    letters: ['łóąęśżćńź', 'áíéěřčšžýůúťďňóöü', 'áíéúčýžšľťôďňóĺŕä', 'áéöóőüíúű', 'čćšžđ', 'ăşţîâé', 'čšžáé'],
  },
  {
    charsets: ['windows-1254'],
    isLatin: true,
    letters: ['ıüşöçğİâîû'],
  },
  { charsets: ['windows-1257'], isLatin: true, letters: ['ėšųžąčįęū', 'āīēšūģķļņžč'] },
  {
    charsets: ['windows-1251', 'koi8-u', 'cp866', 'iso-8859-5'],
    isLatin: false,
    letters: [
      'оеаинтрслвкпмудгяыьбзчйжхшюцщфэъё',
      'оаивнетрсклупмдяьізгйбчїцхжюшєщф’ґ',
      'аиоенртсвлпкдмуъзгябчщцжюйхшф',
    ],
  },
  {
    charsets: ['windows-1253', 'iso-8859-7'],
    isLatin: false,
    letters: ['αοιτεσρνκλπμυςηάόίθέγδφήωχβούώζύξψϊ'],
  },
  { charsets: ['windows-1255'], isLatin: false, letters: ['יוהרלתבמאשנחקעדפסטגזכצםןךףץ'] },
  {
    charsets: ['windows-1256', 'iso-8859-6'],
    isLatin: false,
    letters: ['الريمنتةدبعسقحفشطهكجصأوخضإثغىذزظئءؤآ'],
  },
  {
    charsets: ['windows-874'],
    isLatin: false,
    letters: ['านร่อกเง้มยลวดัทิสีตะปบ์คหุแจพชูขใไำโ็ผธถซึณญฟศษฐภืฉฝๆฤฮ'],
  },
];

/** Where a charset has characters of two bytes, by likelihood. */
export interface Ideographs {
  readonly charset: 'gb18030' | 'big5' | 'shift_jis' | 'euc-jp' | 'euc-kr';
  /** The most frequent characters of names and addresses. */
  readonly frequent: string;
  /** Leading bytes of the characters that schools teach. */
  readonly common: readonly [from: number, to: number];
}

export const KANJI =
  '東京都大阪府北海道県市区町村丁目番地号名古屋横浜神戸札幌仙台福岡広島川山田中本木井上下小野原口谷松高橋村林佐藤鈴伊加渡辺斎清水青森岩手宮城秋形茨栃群馬埼玉千葉新潟富石井梨長岐阜静愛知三重滋賀兵庫奈良和歌鳥取根徳香媛熊分崎児沖縄西南東北中央前後一二三四五六七八九十百場店会社駅院学校局部館屋堂園銀行病支薬食料理酒花丸之内外通門寺人日月年電話住所在先号便郵営業時間曜土火金';
export const IDEOGRAPHS: readonly Ideographs[] = [
  {
    charset: 'gb18030',
    frequent:
      '北京上海广州深圳天津重庆成都武汉西安南杭苏沈阳大连青岛济长春哈尔滨昆明合肥福厦门石家庄太原郑省市县区镇乡村路街道号楼栋室单元层座巷弄东中山人民建设解放和平新华国家公司有限责任店分行银商场超厦中心广场医院药房学校幼儿园小大饭酒馆餐厅火车站机场地铁汽名称址电话经纬度编类型备注状态时间日期年月江湖河林花龙金光明兴发展工业园业科技电子信息文化教育体育服务管理局委员会政府所处部队总支社团集环一二三四五六七八九十万向前后左右高开口桥港湾台州宁波温绍嘉常无锡徐扬泰镇泉漳惠珠佛东莞云贵川湘鄂赣皖浙粤桂琼冀晋鲁豫陕甘青藏新蒙黑吉辽',
    common: [0xb0, 0xd7],
  },
  {
    charset: 'big5',
    frequent:
      '臺台北中南高雄桃園新竹苗栗彰化南投雲林嘉義屏東宜蘭花蓮澎湖金門連江基隆市縣區鄉鎮村里路街段巷弄號樓之室東西大小正山海港灣道國民生和平光復信義仁愛忠孝建成功復興文化自由民權族中華公司有限股份店分行銀商場超醫院藥局學校幼稚園飯館餐廳車站機場捷運名稱地址電話經緯度編類型備註狀態時間日期年月水田湖河林龍興發展工業科技電子資訊教育體育服務管理會政府所處部總社團一二三四五六七八九十萬前後左右上下內外明永福安豐樂美麗香九新界觀塘灣仔旺角沙油尖太古石圍角頭環寮崎溪橋坑子天心公寺宮廟圖書',
    common: [0xa4, 0xc6],
  },
  { charset: 'shift_jis', frequent: KANJI, common: [0x88, 0x97] },
  { charset: 'euc-jp', frequent: KANJI, common: [0xb0, 0xcf] },
  {
    charset: 'euc-kr',
    frequent:
      '서울특별시부산광역대구인천주전울세종경기도강원충청북남라상제동읍면리로길번지군구중앙신한국민은행점호층대학교초등고병약식당마을회관역터미널공장시장아파트빌딩건물센이름소화위경도명칭분류비고상태날짜년월일수원성남안양용평택김포파주의정춘릉청천아산포항미창진해통영거양순여목익군산전주나사가바하자다커피카페치킨편점마트슈퍼문방서림책꽃집옷빵과자미용실이발헤어부동세탁차카전기컴퓨터통신보험증권우체국경찰소방청도관박물공설교성당사절새해달별큰작은높푸른맛있는오조윤최정강임한석선우준현지민영',
    common: [0xb0, 0xc8],
  },
];
