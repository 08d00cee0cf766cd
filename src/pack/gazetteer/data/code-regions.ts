/**
 * Main town of the area of the postal codes that begin with two digits, by country, in order of the digits
 * from 00; an empty entry has no codes. Codes whose full list is not known here.
 */
export const CODE_REGIONS: Readonly<Record<string, { readonly towns: string; readonly withinKm: number }>> = {
  // Begin with the province, so that the province of the town counts.
  IT: {
    withinKm: 0,
    towns:
      'Roma,Viterbo,Rieti,Frosinone,Latina,Terni,Perugia,Sassari,Nuoro,Cagliari,Torino,Aosta,Cuneo,Vercelli,Asti,Alessandria,Genova,Savona,Imperia,La Spezia,Milano,Varese,Como,Lecco,Bergamo,Brescia,Cremona,Pavia,Novara,Piacenza,Venezia,Treviso,Belluno,Udine,Trieste,Padova,Vicenza,Verona,Trento,Bolzano,Bologna,Modena,Reggio Emilia,Parma,Ferrara,Rovigo,Mantova,Forlì,Ravenna,,Firenze,Pistoia,Arezzo,Siena,Massa,Lucca,Pisa,Livorno,Grosseto,Prato,Ancona,Pesaro,Macerata,Ascoli Piceno,Teramo,Pescara,Chieti,L’Aquila,,,Bari,Foggia,Brindisi,Lecce,Taranto,Matera,Andria,,,,Napoli,Caserta,Benevento,Avellino,Salerno,Potenza,Campobasso,Cosenza,Catanzaro,Reggio Calabria,Palermo,Trapani,Agrigento,Caltanissetta,Enna,Catania,Siracusa,Ragusa,Messina,',
  },
  PT: {
    withinKm: 80,
    towns:
      ',,,,,,,,,,Lisboa,Lisboa,Lisboa,Lisboa,Lisboa,Lisboa,Lisboa,Lisboa,Lisboa,Lisboa,Santarém,Coruche,Abrantes,Tomar,Leiria,Caldas da Rainha,Amadora,Sintra,Almada,Setúbal,Coimbra,Pombal,Lousã,Arganil,Tábua,Viseu,Castro Daire,São João da Madeira,Aveiro,,Porto,Porto,Porto,Porto,Vila Nova de Gaia,Paredes,Amarante,Braga,Guimarães,Viana do Castelo,Vila Real,Lamego,Mogadouro,Bragança,Chaves,,,,,,Castelo Branco,Sertã,Covilhã,Guarda,Pinhel,,,,,,Évora,Estremoz,Reguengos de Monsaraz,Portalegre,Ponte de Sor,Sines,Castro Verde,Almodôvar,Beja,Ferreira do Alentejo,Faro,Loulé,Albufeira,Silves,Silves,Portimão,Lagos,Olhão,Tavira,Vila Real de Santo António,Funchal,Funchal,Funchal,Funchal,Funchal,Ponta Delgada,Ponta Delgada,Angra do Heroísmo,Velas,Horta',
  },
  PL: {
    withinKm: 90,
    towns:
      'Warszawa,Warszawa,Warszawa,Warszawa,Warszawa,Warszawa,Ciechanów,Ostrołęka,Siedlce,Płock,Olsztyn,Olsztyn,Szczytno,Nidzica,Ostróda,Białystok,Białystok,Bielsk Podlaski,Łomża,Ełk,Lublin,Lublin,Chełm,Kraśnik,Puławy,Kielce,Radom,Ostrowiec Świętokrzyski,Jędrzejów,Włoszczowa,Kraków,Kraków,Kraków,Tarnów,Nowy Targ,Rzeszów,Rzeszów,Przemyśl,Krosno,Mielec,Katowice,Katowice,Częstochowa,Bielsko-Biała,Gliwice,Opole,Opole,Kędzierzyn-Koźle,Nysa,Brzeg,Wrocław,Wrocław,Wrocław,Wrocław,Wrocław,Wrocław,Oleśnica,Kłodzko,Wałbrzych,Legnica,Poznań,Poznań,Konin,Kalisz,Leszno,Zielona Góra,Gorzów Wielkopolski,Głogów,Żary,Słubice,Szczecin,Szczecin,Szczecin,Stargard,Gryfino,Koszalin,Słupsk,Bytów,Kołobrzeg,,Gdańsk,Gdynia,Elbląg,Starogard Gdański,Wejherowo,Bydgoszcz,Grudziądz,Toruń,Inowrocław,Chojnice,Łódź,Łódź,Łódź,Łódź,Łódź,Łódź,Skierniewice,Piotrków Trybunalski,Sieradz,Kutno',
  },
  AT: {
    withinKm: 60,
    towns:
      ',,,,,,,,,,Wien,Wien,Wien,Wien,,,,,,,Hollabrunn,Mistelbach,Gänserndorf,Mödling,Bruck an der Leitha,Baden,Neunkirchen,Wiener Neustadt,Wiener Neustadt,,Tulln,Sankt Pölten,Scheibbs,Amstetten,Klosterneuburg,Krems an der Donau,Krems an der Donau,Horn,Waidhofen an der Thaya,Zwettl,Linz,Linz,Freistadt,Perg,Steyr,Kirchdorf an der Krems,Wels,Grieskirchen,Gmunden,Ried im Innkreis,Salzburg,Salzburg,Braunau am Inn,Salzburg,Hallein,Bischofshofen,Sankt Johann im Pongau,Zell am See,,,Innsbruck,Schwaz,Schwaz,Kufstein,Imst,Landeck,Reutte,Bludenz,Dornbirn,Bregenz,Eisenstadt,Neusiedl am See,Mattersburg,Oberpullendorf,Oberwart,Güssing,,,,,Graz,Graz,Hartberg,Feldbach,Leibnitz,Voitsberg,Kapfenberg,Leoben,Murau,Liezen,Klagenfurt,Völkermarkt,Klagenfurt,Sankt Veit an der Glan,Wolfsberg,Villach,Hermagor,Spittal an der Drau,Spittal an der Drau,Lienz',
  },
  CH: {
    withinKm: 50,
    towns:
      ',,,,,,,,,,Lausanne,Morges,Genève,Yverdon-les-Bains,Yverdon-les-Bains,Payerne,Bulle,Fribourg,Vevey,Sion,Neuchâtel,Fleurier,,La Chaux-de-Fonds,Le Locle,Biel,Saint-Imier,Moutier,Delémont,Porrentruy,Bern,Bern,Lyss,Burgdorf,Burgdorf,Langnau,Thun,Spiez,Interlaken,Visp,Basel,Basel,Laufen,Rheinfelden,Liestal,Solothurn,Olten,Balsthal,Zofingen,Langenthal,Aarau,Brugg,Brugg,Baden,Baden,,Lenzburg,Reinach,,,Luzern,Willisau,Sursee,Zug,Schwyz,Bellinzona,Locarno,Biasca,Mendrisio,Lugano,Chur,Ilanz,Davos,Bad Ragaz,Thusis,Sankt Moritz,Sankt Moritz,Poschiavo,,,Zürich,Bülach,Schaffhausen,Wetzikon,Winterthur,Frauenfeld,Uster,Horgen,Wädenswil,Dietikon,Sankt Gallen,Herisau,Gossau,Arbon,Rorschach,Wil,Wattwil,,,',
  },
  NL: {
    withinKm: 40,
    towns:
      ',,,,,,,,,,Amsterdam,Amsterdam,Hilversum,Almere Stad,Purmerend,Zaandam,Hoorn,Heerhugowaard,Alkmaar,Beverwijk,Haarlem,Hoofddorp,Leiden,Leiden,Alphen aan den Rijn,Den Haag,Delft,Zoetermeer,Gouda,Capelle aan den IJssel,Rotterdam,Schiedam,Spijkenisse,Dordrecht,Woerden,Utrecht,Maarssen,Zeist,Amersfoort,Veenendaal,Tiel,Culemborg,Gorinchem,Middelburg,Goes,Terneuzen,Bergen op Zoom,Roosendaal,Breda,Oosterhout,Tilburg,Waalwijk,’s-Hertogenbosch,Oss,Uden,Veldhoven,Eindhoven,Helmond,Venray,Venlo,Weert,Sittard,Maastricht,Maastricht,Heerlen,Nijmegen,Wijchen,Ede,Arnhem,Zevenaar,Doetinchem,Winterswijk,Zutphen,Apeldoorn,Deventer,Enschede,Almelo,Hardenberg,Emmen,Hoogeveen,Zwolle,Raalte,Lelystad,Steenwijk,Heerenveen,Lemmer,Sneek,Bolsward,Franeker,Leeuwarden,Leeuwarden,Dokkum,Drachten,Roden,Assen,Stadskanaal,Hoogezand,Groningen,Zuidhorn,Delfzijl',
  },
  BE: {
    withinKm: 40,
    towns:
      ',,,,,,,,,,Brussels,Brussels,Brussels,Wavre,Nivelles,Halle,Sint-Pieters-Leeuw,Dilbeek,Vilvoorde,Zaventem,Antwerpen,Antwerpen,Herentals,Turnhout,Geel,Lier,Mortsel,,Mechelen,Brasschaat,Leuven,Haacht,Aarschot,Tienen,Landen,Hasselt,Genk,Tongeren,Sint-Truiden,Lommel,Liège,Liège,Hannut,Waremme,Seraing,Huy,Herstal,Eupen,Verviers,Spa,Namur,Gembloux,Andenne,Ciney,,Dinant,Philippeville,,,,Charleroi,Charleroi,Châtelet,,Chimay,Thuin,Bastogne,Arlon,Neufchâteau,Marche-en-Famenne,Mons,La Louvière,,Boussu,,Tournai,Péruwelz,Mouscron,Ath,Ath,Brugge,,Brugge,Blankenberge,Oostende,Kortrijk,Veurne,Izegem,Roeselare,Ieper,Gent,Sint-Niklaas,Dendermonde,Aalst,Ninove,Zottegem,Oudenaarde,Oudenaarde,Deinze,Eeklo',
  },
};

/**
 * Main towns of the provinces and islands whose codes begin with three or four digits of their own, and not
 * with those of a province alone.
 */
export const FINER_REGIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ES: {
    Maó: '077',
    Ibiza: '078',
    Arrecife: '355',
    'Puerto del Rosario': '356',
    'Santa Cruz de La Palma': '387',
    'San Sebastián de la Gomera': '388',
    Valverde: '389',
  },
  IT: {
    Oristano: '0907 0908 0909 0917',
    Biella: '138 139',
    Monza: '208 209',
    Sondrio: '230 231',
    Lodi: '268 269',
    Verbania: '288 289',
    Pordenone: '3307 3308 3309 3317',
    Rimini: '478 479',
    Fermo: '638 639',
    Isernia: '8607 8608 8609 8617',
    Crotone: '888 889',
    'Vibo Valentia': '898 899',
  },
};
