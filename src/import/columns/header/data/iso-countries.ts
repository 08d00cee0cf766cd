/** ISO 3166-1 alpha-2 and alpha-3 codes, `AAaaa`, separated by blanks. */
export const ISO_COUNTRIES =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BWBWA BYBLR BZBLZ CACAN CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GTGTM GUGUM GWGNB GYGUY HKHKG HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKX YEYEM YTMYT ZAZAF ZMZMB ZWZWE';

/** Names in use that no ISO list has, with the code they stand for. */
export const COUNTRY_SYNONYMS: Readonly<Record<string, string>> = {
  US: 'usa,u s a,u s,united states of america,the united states,america,eeuu,ee uu,eua,etats unis d amerique,stati uniti d america,vs,verenigde staten van amerika,estados unidos de america',
  GB: 'uk,u k,england,scotland,wales,northern ireland,great britain,britain,gran bretana,inglaterra,escocia,grossbritannien,grande bretagne,angleterre,inghilterra,engeland,schottland,united kingdom of great britain and northern ireland',
  DE: 'd,brd,bundesrepublik deutschland,allemagne,alemania,alemanha,duitsland',
  NL: 'holland,the netherlands,hollande,holanda,olanda,paises bajos,pays bas,nederland',
  CZ: 'czech republic,tschechische republik,republique tcheque,republica checa,repubblica ceca,tsjechie',
  KR: 'korea,south korea,republic of korea,korea republic of',
  RU: 'russian federation',
  VN: 'viet nam',
  IR: 'iran islamic republic of',
  CN: "people's republic of china,pr china,prc",
  CI: 'ivory coast,cote d ivoire',
  CD: 'dr congo,democratic republic of the congo',
  TR: 'turkey,turkiye',
  MK: 'macedonia',
  MM: 'burma',
  IE: 'republic of ireland,eire',
  CH: 'schweiz suisse svizzera',
  MX: 'mejico',
  BR: 'brasil,brazil',
  AE: 'uae',
  TW: 'taiwan',
  VA: 'holy see,vatican',
  SZ: 'swaziland',
  CV: 'cape verde',
};
