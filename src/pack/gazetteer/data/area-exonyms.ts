/**
 * More names of states and counties, as in OWN_AREA_NAMES: those of the regions of England and other former
 * or larger regions, which name their counties, and those of states in the languages of the recogniser. Left
 * out are names that are towns of other countries (Lorena) or generic (Kanton).
 */
export const AREA_EXONYMS: Readonly<Record<string, string>> = {
  AR: '23=Feuerland,Terre de Feu,Terra del Fuoco,Terra do Fogo,Vuurland',
  AU: '01=Territoire de la capitale australienne,Territorio de la Capital Australiana,Hauptstadtterritorium;02=Nouvelle-Galles du Sud,Nueva Gales del Sur,Nuovo Galles del Sud,Nova Gales do Sul,Neusüdwales,Nieuw-Zuid-Wales;03=Nordterritorium,Territoire du Nord,Territorio del Norte,Territorio del Nord,Território do Norte;05=Australie-Méridionale,Australia Meridional,Australia Meridionale,Austrália Meridional,Südaustralien,Zuid-Australië;06=Tasmanie,Tasmanien,Tasmânia,Tasmanië;08=Australie-Occidentale,Australia Occidental,Australia Occidentale,Austrália Ocidental,Westaustralien,West-Australië',
  CA: '02=Columbia Británica,Colúmbia Britânica,Columbia Britannica,Britisch-Kolumbien,Brits-Columbia;04=Nuevo Brunswick,Nuovo Brunswick,Novo Brunswick,Neubraunschweig;05=Neufundland und Labrador,Terranova y Labrador,Terranova e Labrador,Terra Nova e Labrador;07=Nueva Escocia,Nuova Scozia,Nova Escócia,Neuschottland;09=Prinz-Edward-Insel,Isla del Príncipe Eduardo,Isola del Principe Edoardo,Ilha do Príncipe Eduardo;13=Territoires du Nord-Ouest,Territorios del Noroeste,Territori del Nord-Ovest,Territórios do Noroeste,Nordwest-Territorien,Nordwestterritorien',
  CH: 'AR AI=Appenzell;OW NW=Unterwalden,Unterwald;OW=Obwald,Obvaldo;NW=Nidwald,Nidvaldo',
  CN: '22=Peking,Pékin,Pekín,Pechino,Pequim;20=Innere Mongolei,Mongolie-Intérieure,Mongolia Interior,Mongolia Interna',
  CZ: '88=Central Bohemian,Mittelböhmen,Bohême-Centrale;52 79 81 82 83 86 87 88 89=Böhmen,Bohemia,Bohême,Boemia,Čechy;78 84 85 90 80=Mähren,Moravia,Moravie,Morava',
  DE: '16=Berlino,Berlim;11=Brandenburgo;02.091=Oberbayern,Haute-Bavière,Alta Baviera;02.092=Niederbayern,Basse-Bavière;02.093=Oberpfalz;02.094=Oberfranken;02.095=Mittelfranken;02.096=Unterfranken;02.097=Schwaben',
  DK: '17=Capital Region of Denmark,Hauptstadtregion;20=Seeland;17 20=Sjaelland og Hovedstaden;18 19=Jütland,Jutland,Jylland;21=Fünen,Fyn',
  EG: '11=Kairo,Le Caire,El Cairo,Il Cairo,Caïro;06=Alexandrie,Alejandría,Alessandria d’Egitto,Alexandrien',
  ES: '58=Galiza,Galicië;52=Aragonien,Aragona,Aragão;34=Asturien,Astúrias;39=Kantabrien,Cantabrië,Cantábria;55=Castiglia e León,Castela e Leão,Castilla-León,Castilla León;57=Estremadura,Estrémadure;51=Andalusië;54=Castiglia-La Mancia,Castela-Mancha;32=Navarra',
  FI: '19=Laponie,Laponia,Lapponia,Lapónia',
  FR: '53=Bretaña,Bretagna,Bretanha;28=Normandía,Normandië;76=Okzitanien,Occitania,Occitània;93=Provence,Provenza,Provença;84.73 84.74=Savoy,Savoyen,Savoia,Saboya,Pays de Savoie;44.67 44.68=Alsacia,Alsazia,Alsácia,Elzas;27.21 27.58 27.71 27.89=Borgoña,Borgogna,Borgonha',
  GB: 'ENG.D8 ENG.J6 ENG.I7 ENG.E5 ENG.J5 ENG.M7 ENG.N6 ENG.I5 ENG.F5 ENG.N3 ENG.K9 ENG.D1=North East England,North East,North-East,Nordostengland;ENG.C9 ENG.H2 ENG.I2 ENG.L5 ENG.B1 ENG.C1 ENG.K1 ENG.L2 ENG.N2 ENG.O1 ENG.O6 ENG.P7 ENG.H8 ENG.L8 ENG.G9 ENG.N1 ENG.Q1 ENG.E9 ENG.P2 ENG.Z7 ENG.Z8 ENG.A8 ENG.A9=North West England,North West,North-West,Nordwestengland;ENG.J7 ENG.H3 ENG.O7 ENG.B4 ENG.C2 ENG.G8 ENG.A3 ENG.D5 ENG.L3 ENG.L9 ENG.G6 ENG.E1 ENG.Q5 ENG.J3 ENG.J2=Yorkshire and the Humber,Yorkshire and Humber,Yorkshire & Humber,Yorkshire & the Humber,Yorkshire and Humberside;ENG.D3 ENG.D2 ENG.J9 ENG.J8 ENG.H5 ENG.H4 ENG.L4 ENG.H7 ENG.WNH ENG.NNH=East Midlands;ENG.A7 ENG.C7 ENG.D7 ENG.L7 ENG.M2 ENG.O8 ENG.Q3 ENG.M9 ENG.N4 ENG.L6 ENG.O2 ENG.P3 ENG.Q4 ENG.F7=West Midlands,West Midlands Region;ENG.I9 ENG.N5 ENG.C3 ENG.K3 ENG.E4 ENG.O3 ENG.M5 ENG.F8 ENG.Z5 ENG.Z6 ENG.I1=East of England,Eastern England,East England;ENG.I9 ENG.N5 ENG.C3 ENG.K3=East Anglia,Ostanglien,Est-Anglie,Anglia Oriental;ENG.G5 ENG.I3 ENG.N7 ENG.E2 ENG.P6 ENG.B6 ENG.F2 ENG.M4 ENG.K6 ENG.G2 ENG.K2 ENG.B9 ENG.I6 ENG.K7 ENG.M1 ENG.P9 ENG.B3 ENG.Q2 ENG.P4=South East England,South East,South-East,Südostengland;ENG.D6 ENG.D4 ENG.K4 ENG.O4 ENG.C6 ENG.Z9 ENG.M3 ENG.J4 ENG.A4 ENG.B7 ENG.M6 ENG.E6 ENG.N9 ENG.P8 ENG.AA=South West England,South West,South-West,Südwestengland;ENG.E2 ENG.P6=Sussex;ENG.GLA=Middlesex,London Region;WLS=País de Gales',
  GR: 'ESYE12=Zentralmakedonien,Macédoine-Centrale,Macedonia Central,Macedonia Centrale;ESYE14=Thessalien,Thessalie,Tesalia,Tessaglia,Tessália;ESYE22=Ionische Inseln,Îles Ioniennes,Islas Jónicas,Isole Ionie;ESYE25=Peloponeso,Peloponneso',
  ID: '04=DKI Jakarta;30=Jawa Barat;07=Jawa Tengah;08=Jawa Timur;26=Sumatera Utara;24=Sumatera Barat;32=Sumatera Selatan;10=DI Yogyakarta;30 07 08 04 10 33=Java,Jawa',
  IN: '28=Westbengalen,Bengale-Occidental,Bengala Occidental,Bengala Ocidentale',
  IT: '10=Las Marcas;02=Basilikata',
  JP: '40=Tokio,Tóquio',
  KR: '11=Seúl,Séoul,Seul',
  MX: '09=Mexiko-Stadt,Città del Messico,Mexico-Stad',
  NL: '06=Brabante Septentrional,Brabante Settentrionale,Brabante do Norte;07=Olanda Settentrionale,Holanda do Norte;11=Olanda Meridionale,Holanda do Sul;03=Geldern;02=Friesland (Fryslân)',
  NO: '01 04 13=Viken;20 17=Vestfold og Telemark;18 05=Troms og Finnmark;46=Hordaland,Sogn og Fjordane;34=Hedmark,Oppland',
  PL: '78=Masovia;83=Silésie;77=Petite-Pologne,Polonia Menor,Piccola Polonia;86=Grande-Pologne,Gran Polonia,Grande Polonia;72=Basse-Silésie,Baja Silesia,Bassa Slesia',
  PT: '09=Algarve;08 03 16=Alentejo,Além-Tejo;04 20=Minho;22 11 06=Beira Alta,Beira Interior',
  RO: '10=Bucarest,Bucareste,Boekarest;13 33 09 27 01 21 05 06 15 20 25 31 32=Transilvania,Transylvania,Siebenbürgen,Transylvanie,Transilvânia',
  RU: '47=Oblast Moskau,Oblast de Moscou,Óblast de Moscú;48=Moskau,Moscou,Moscú,Mosca,Moscovo,Moskou;42=Leningrad Oblast,Oblast Leningrad;63=Jakutien,Yakutia,Iakoutie,Yakutiya;08=Baschkortostan,Bachkortostan',
  SE: '14 23=Lappland;08 09 12=Småland',
  UA: '12=Kiew,Kiev;15=Lwiw,Lemberg,Leópolis;17=Odessa;13=Kyivska,Kyivska oblast',
  US: 'AK=Alasca;CA=Californië;FL=Flórida;GA=Geórgia;HI=Havaí,Havaï;LA=Luisiana;MO=Misuri;MS=Misisipi;NC=Carolina del Norte,Caroline du Nord,Carolina do Norte,Carolina del Nord,Noord-Carolina,Nordkarolina;SC=Carolina del Sur,Caroline du Sud,Carolina do Sul,Carolina del Sud,Zuid-Carolina,Südkarolina;ND=Dakota del Norte,Dakota du Nord,Dakota do Norte,Dakota del Nord,Noord-Dakota,Norddakota;SD=Dakota del Sur,Dakota du Sud,Dakota do Sul,Dakota del Sud,Zuid-Dakota,Süddakota;NH=Nuevo Hampshire;NJ=Nueva Jersey,Nova Jérsia,Nova Jersey;NM=Nouveau-Mexique,Nuovo Messico,Novo México,Neumexiko;NY=Nueva York,Nova York,Nova Iorque,État de New York;PA=Pensilvania,Pensilvânia;WV=Virginia Occidental,Virginie-Occidentale,Virginia Occidentale,Virgínia Ocidental,Westvirginia',
  ZA: '11=Westkap,Cap-Occidental,Wes-Kaap,Cabo Occidental,West-Kaap;05=Ostkap,Cap-Oriental,Oos-Kaap,Cabo Oriental,Oost-Kaap;08=Nordkap,Cap-du-Nord,Noord-Kaap',
};
