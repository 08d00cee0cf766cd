/**
 * Towns of a country with a postal code of each, a street, and ways in which its people write a whole
 * address.
 */
interface Writing {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** Name of the country as addresses have it. */
  readonly name: string;
  readonly street: string;
  /** Town, postal code, and the code of a state where addresses have one. */
  readonly towns: readonly (readonly [town: string, zip: string, state?: string])[];
  /** Templates of street (s), code (c), town (t) with its state, and country (n). */
  readonly ways: readonly string[];
}

const BEFORE = [
  's, c t, n',
  's, c t',
  's c t',
  's c t n',
  's, t, n, c',
  's, t, n c',
  's, t c, n',
  'c t, n',
  's\nc t\nn',
];
const BEHIND = ['s, t c, n', 's, t c', 's t c', 's t c n', 's, t, n, c', 's, t, n c', 't c, n', 's\nt c\nn'];

/**
 * How people of 23 countries write addresses: code; name; street; where the code of the town stands; towns
 * with their codes and states.
 */
export const WRITINGS: readonly Writing[] = `
US; USA; 12 Main St; BEHIND; Seattle=98101=WA, Denver=80202=CO, Birmingham=35203=AL, Hartford=06103=CT, Omaha=68102=NE, New Orleans=70112=LA, Salt Lake City=84101=UT, St. Paul=55101=MN, Portland=97201=OR, Washington=20500=DC
CA; Canada; 100 Queen St W; BEHIND; Toronto=M5H 2N2=ON, Montréal=H2Y 1C6=QC, Vancouver=V6B 1A1=BC, Calgary=T2P 1J9=AB, Winnipeg=R3C 1A3=MB, Halifax=B3J 1S9=NS, Regina=S4P 3Y2=SK, Ottawa=K1A=ON
GB; United Kingdom; 10 High Street; BEHIND; London=SW1A 2AA, Manchester=M1 1AE, Birmingham=B1 1AA, Leeds=LS1 1UR, Glasgow=G1 1XQ, Bristol=BS1 5TR, Edinburgh=EH1 1YZ, Cardiff=CF10 1EP, Belfast=BT1 5GS, Milton Keynes=MK9 2FP
IE; Ireland; 5 Main Street; BEHIND; Dublin=D02 X285, Cork=T12 W8KP, Galway=H91 E9T8, Limerick=V94 T9PX, Waterford=X91 PK15, Sligo=F91 X4D2
AU; Australia; 1 Macquarie St; BEHIND; Sydney=2000=NSW, Melbourne=3000=VIC, Brisbane=4000=QLD, Perth=6000=WA, Adelaide=5000=SA, Hobart=7000=TAS, Darwin=0800=NT
NZ; New Zealand; 12 Queen Street; BEHIND; Auckland=1010, Wellington=6011, Christchurch=8011, Dunedin=9016, Hamilton=3204, Napier=4110
DE; Deutschland; Hauptstraße 5; BEFORE; Berlin=10115, München=80331, Köln=50667, Dresden=01067, Frankfurt am Main=60311, Freiburg im Breisgau=79098, Bad Homburg vor der Höhe=61348, Rostock=18055
AT; Österreich; Hauptplatz 3; BEFORE; Wien=1010, Graz=8010, Linz=4020, Salzburg=5020, Innsbruck=6020, Klagenfurt=9020, Sankt Pölten=3100
CH; Schweiz; Bahnhofstrasse 7; BEFORE; Zürich=8001, Genève=1201, Basel=4051, Bern=3011, Lausanne=1003, Lugano=6900, St. Gallen=9000, Neuchâtel=2000
FR; France; 6, rue de la République; BEFORE; Paris=75001, Lyon=69002, Marseille=13001, Lille=59000, Ajaccio=20000, Saint-Étienne=42000, La Rochelle=17000, Paris Cedex 09=75009
BE; Belgique; Rue Neuve 12; BEFORE; Bruxelles=1000, Antwerpen=2000, Gent=9000, Liège=4000, Namur=5000, Brugge=8000, Charleroi=6000
NL; Nederland; Dorpsstraat 1; BEFORE; Amsterdam=1012 JS, Rotterdam=3011 AD, Den Haag=2511 CV, Utrecht=3511 LX, Groningen=9711 LM, Eindhoven=5611 EM, Maastricht=6211 HD
ES; España; Calle Mayor 5; BEFORE; Madrid=28013, Barcelona=08002, Sevilla=41001, Valencia=46001, Palma=07001, Las Palmas de Gran Canaria=35001, San Sebastián=20003, Villarta de San Juan=13700
PT; Portugal; Rua Direita 10; BEFORE; Lisboa=1100-148, Porto=4000-322, Coimbra=3000-150, Braga=4700-327, Faro=8000-250, Funchal=9000-060, Évora=7000-503
IT; Italia; Via Roma 1; BEFORE; Roma=00184, Milano=20121, Torino=10121, Napoli=80133, Palermo=90133, Bologna=40121, Borgo San Lorenzo=50032, Reggio Emilia=42121
PL; Polska; ul. Długa 5; BEFORE; Warszawa=00-549, Kraków=31-042, Gdańsk=80-831, Wrocław=50-106, Poznań=61-772, Łódź=90-001, Zielona Góra=65-001
CZ; Česko; Hlavní 8; BEFORE; Praha=110 00, Brno=602 00, Ostrava=702 00, Plzeň=301 00, Olomouc=779 00, České Budějovice=370 01
SE; Sverige; Kungsgatan 1; BEFORE; Stockholm=111 43, Göteborg=411 19, Malmö=211 22, Uppsala=753 20, Umeå=903 26, Linköping=582 24
NO; Norge; Storgata 2; BEFORE; Oslo=0155, Bergen=5003, Trondheim=7011, Stavanger=4006, Tromsø=9008, Kristiansand=4612
DK; Danmark; Vestergade 4; BEFORE; København=1456, København V=1550, Aarhus=8000, Odense=5000, Aalborg=9000, Esbjerg=6700
FI; Suomi; Kauppakatu 3; BEFORE; Helsinki=00100, Tampere=33100, Turku=20100, Oulu=90100, Jyväskylä=40100, Rovaniemi=96200
JP; Japan; 1-1 Chiyoda; BEHIND; Tokyo=100-0001, Osaka=530-0001, Kyoto=600-8216, Nagoya=450-0002, Sapporo=060-0001, Fukuoka=812-0011
BR; Brasil; Rua das Flores 20; BEHIND; São Paulo=01310-100=SP, Rio de Janeiro=20040-002=RJ, Curitiba=80010-000=PR, Porto Alegre=90010-000=RS, Recife=50010-000=PE, Belo Horizonte=30110-000=MG
`
  .trim()
  .split('\n')
  .map((line): Writing => {
    const [code, name, street, side, towns] = line.split('; ') as [string, string, string, string, string];
    return {
      code,
      name,
      street,
      towns: towns.split(', ').map((town) => town.split('=') as [string, string, string?]),
      ways: side === 'BEFORE' ? BEFORE : BEHIND,
    };
  });

/** One address in one cell, and its parts in columns. */
interface WrittenAddress {
  readonly way: string;
  readonly whole: string;
  readonly parts: {
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    readonly country: string;
  };
}

export const addressesOf = ({ street, towns, ways, name }: Writing): WrittenAddress[] =>
  towns.flatMap(([city, zip, state = '']) =>
    ways.map((way) => {
      const written: Record<string, string> = {
        s: street,
        c: zip,
        t: state === '' ? city : `${city}, ${state}`,
        n: name,
      };
      const town = way.includes(',') || way.includes('\n') ? written.t! : written.t!.replace(',', '');
      const whole = way.replace(/[sctn]/g, (part) => (part === 't' ? town : written[part]!));
      const country = way.includes('n') ? name : '';
      return { way, whole, parts: { street, city, state, zip, country } };
    }),
  );
