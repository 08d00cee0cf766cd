import type { Vocabulary } from '../../concepts.js';

/** Words of headers in Dutch. */
export const concepts: Vocabulary = {
  name: 'naam, benaming, titel, handelsnaam, weergavenaam, namen, volledige naam locatie, instellingsnaam, vestigingsnaam, objectnaam, label, naam locatie, naam instelling, naam object, naam organisatie, naam winkel, naam school, naam vestiging, naam bedrijf, naam station, naam halte, naam praktijk, locatienaam, bedrijfsnaam handelsnaam, roepnaam locatie, officiele naam, naam monument, naam museum, naam park, objectomschrijving naam, naam evenement, naam club, clubnaam, verenigingsnaam, stationsnaam, haltenaam, gebouwnaam, hotelnaam, restaurantnaam, museumnaam, parknaam, projectnaam',
  org: 'bedrijf, bedrijfsnaam, organisatie, instelling, onderneming, firma, statutaire naam, organisatienaam, vennootschap, maatschappij, bevoegd gezag naam, praktijknaam, vereniging, stichting, maatschappelijke naam',
  entity: `school, hogeschool, universiteit, ziekenhuis, kliniek, bibliotheek, museum, park, station, halte, winkel, restaurant, hotel, kerk, filiaal, vestiging, kantoor, faciliteit, gebouw, luchthaven, bank, geldautomaat, cafe, bar, apotheek, dealer, magazijn, fabriek, camping, strand, pad, meer, berg, boerderij, markt, wijngaard, brouwerij, sportschool, zwembad, stadion, team, club, theater, bioscoop, monument, rijksmonument, brug, toren, haven, galerie, kiosk, kinderdagverblijf, opvang, klant, leverancier, lid, laadpaal, laadpunt, laadstation, object, project, begraafplaats, boom, fontein, standbeeld, kunstwerk, tuin, speeltuin, speelplek, milieustraat, parkeergarage, parkeerplaats, centrum, politiebureau, brandweerkazerne, verkooppunt, afhaalpunt, zorginstelling, huisarts, praktijk, verpleeghuis, verzorgingshuis, zorgaanbieder, basisschool, middelbare school, schoolvestiging, kasteel, molen, bakkerij, supermarkt, tankstation, evenement, bezienswaardigheid, accommodatie, sportaccommodatie, voorziening, meetstation, meetpunt, inrichting, wijkcentrum, servicepunt, stembureau, container, woning, pand, winkelnaam, meetlocatie, sporthal, onderwijsinstelling, voetbalclub, sportclub, sportvereniging, sportveld, sportpark, voetbalveld, tennisbaan, speelveld, skatebaan, trapveld, jeugdhonk, buurthuis, dorpshuis, gemeentehuis, stadhuis, raadhuis, stadskantoor, servicepunt locatie, politie, brandweer, ambulancepost, rechtbank, gevangenis, ambassade, postkantoor, pakketpunt, brievenbus, pinautomaat, benzinepomp, pomp, snellader, laadplek, deelfiets, deelauto, fietsenstalling, ov fiets, parkeerterrein, carpoolplaats, transferium, bushalte, tramhalte, metrostation, treinstation, veer, veerpont, sluis, gemaal, waterschap, zuivering, windmolen, windturbine, zonnepark, centrale, mast, antenne, sensor, meetpaal, camera, container nummer, glasbak, textielbak, afvalbak, milieupark, kringloopwinkel, recyclagepark, containerpark, bank zitbank, picknickplek, hondenuitlaat, losloopgebied, natuurgebied, bos, duin, eiland, meer naam, plas, zwemplas, zwemwater, strandje, uitkijktoren, vuurtoren, fort, landgoed, buitenplaats, kerkgebouw, kathedraal, abdij, klooster, kapel, moskee, synagoge, tempel, archief, atelier, broedplaats, galerie naam, schouwburg, concertzaal, poppodium, filmhuis, discotheek, kroeg, eetcafe, brasserie, bistro, snackbar, friettent, ijssalon, slagerij, groenteboer, bloemist, boekhandel, opticien, kapper, drogist, tuincentrum, bouwmarkt, meubelzaak, autobedrijf, garage, fietsenmaker, hoveniersbedrijf, boerderijwinkel, kaasboerderij, wijngoed, bed and breakfast, vakantiehuis, vakantiepark, jachthaven, jeugdherberg, hostel, creche, peuterspeelzaal, kinderopvang, bso, gastouder, tandarts, fysiotherapeut, dierenarts, polikliniek, gezondheidscentrum, hospice, woonzorgcentrum, verpleeghuislocatie, apotheker, notaris, advocaat, aed, defibrillator, stolperstein, kunstobject, beeld, muurschildering, gevelsteen`,
  first: 'voornaam, voorletters, voorletter, tussenvoegsel, aanhef, roepnaam, voorvoegsel',
  last: 'achternaam, familienaam, geslachtsnaam',
  fullname: 'volledige naam, naam en voornaam, medewerker, deelnemer, voor en achternaam',
  contact:
    'contactpersoon, contact, directeur, verantwoordelijke, beheerder naam, vertegenwoordiger, architect, kunstenaar, auteur, maker, voorzitter, accountmanager, trainer',
  description:
    'omschrijving, beschrijving, opmerking, opmerkingen, toelichting, notitie, notities, bijzonderheden, informatie, info, tekst, details, commentaar, samenvatting, faciliteiten, geschiedenis, aanbod',
  address:
    'adres, adressen, volledig adres, bezoekadres, vestigingsadres, adresregel, adresgegevens, adresregel 1, postadres',
  street:
    'straat, straatnaam, straten, straat en huisnummer, straat huisnummer, straat nr, weg, openbare ruimte, openbareruimte, openbareruimtenaam, straat en nummer, straat nummer, naam openbare ruimte, straat en nr, adres straat, straat en huisnr, straat + nummer, adres straatnaam, wegnaam, laan, straat adres, straatnaam en huisnummer, straatnaam huisnummer, straatnaam nummer, straat huisnr, adres en huisnummer',
  line2:
    'toevoeging adres, adresregel 2, bus, busnummer, adres 2, verdieping, postbus, adrestoevoeging, locatie toevoeging',
  houseno:
    'huisnummer, huisnr, nummer huis, huisnummers, huis nr, hnr, huisnummer toevoeging, huisnummertoevoeging, huisletter, huis letter, nr huis, huisnummer en toevoeging, huisnummer toev, huisn, huisnummer en letter, nummer toevoeging, huis nummer, hsnr, hnr toevoeging, huisnr toevoeging, huisnummerletter, nr toevoeging, adres nummer, adresnummer, adres nr, nummer van',
  settlement:
    'plaats, woonplaats, stad, plaatsnaam, woonplaatsnaam, vestigingsplaats, dorp, kern, plaats naam, steden, plaatsnamen, standplaats, plaats vestiging, woonplaats naam, wpl, wnpl, plaats woonplaats, plaats stad, stad plaats, locatie plaats, plaatsnaam vestiging, woonplaats vestiging, adres plaats, adres plaatsnaam, bezoekadres plaats, dorp stad, kernnaam',
  municipality: 'gemeente, gemeentenaam, gemeenten, gemeente naam, naam gemeente, fusiegemeente, gem',
  level2: 'arrondissement, veiligheidsregio, graafschap, streek',
  level1: 'provincie, gewest, provincies, provincienaam, deelstaat, staat provincie, prov',
  region: 'regio, regios',
  country: 'land naam, landnaam, natie, landcode, landen, land code',
  land: 'land',
  neighbourhood:
    'wijk, buurt, stadsdeel, buurtnaam, wijknaam, gebied, zone, ggd, deelgebied, kwartier, sector, rayon gebied, buurtcombinatie, zorgkantoorregio, corop, rpa, tijdzone, werelddeel, samenwerkingsverband, statistische sector, deelgemeente',
  zip: 'postcode, pc6, pc, postkode, pc4, postcodes, postcode vestiging',
  lat: 'breedtegraad, lat, latitude, geografische breedte, breedte graden, noorderbreedte, breedteligging, breedte',
  lng: 'lengtegraad, lon, long, longitude, geografische lengte, lengte graden, oosterlengte, lng, lengteligging, lengte',
  coordinates:
    'coordinaten, coordinaat, gps coordinaten, geometrie, positie, geolocatie, punt, geografische coordinaten',
  xaxis: 'x coordinaat, xcoordinaat, x coord, coord x, xcoord, coordinaat x',
  yaxis: 'y coordinaat, ycoordinaat, y coord, coord y, ycoord, coordinaat y',
  north: 'noord, noorden',
  east: 'oost, oosten',
  projected: 'rd, rijksdriehoek, rd new, rdnew, lambert72, lambert 72, lambert 2008, xrd, yrd',
  location: 'locatie, ligging, plek, locaties',
  kind: 'categorie, soort, type, rubriek, branche, soort instelling, functie gebouw, thema, aard, gebruiksdoel, onderwijstype, denominatie, richting, schooltype, categorieen, hoofdcategorie, subcategorie, keuken, specialisme, activiteit, type vestiging, boomsoort, sport tak, soort monument, typering, zorgsoort, type instelling, onderwijssoort, hoofdfunctie, genre, functie, bedrijfstak, oorspronkelijke functie, specialisatie, type woning, woningtype, sector, objecttype, soort object, zorgtype, type locatie, type object, type school, type zorg, type winkel, type bedrijf, type organisatie, type accommodatie, type gebouw, type monument, type sport, soort locatie, soort onderwijs, soort school, soort bedrijf, soort winkel, soort accommodatie, soort evenement, type evenement, soort ongeval, type ongeval, aard ongeval, soort delict, boomsoort nederlands, soort boom, boomtype, soortnaam, sporttak, tak van sport, sector naam, branche omschrijving, sbi omschrijving, activiteit omschrijving, hoofdactiviteit, categorie naam, categorienaam, hoofd categorie, productgroep, keukentype, monumenttype, functie monument, gebruiksfunctie, bestemming gebouw, woningsoort, objectsoort, geloof, religie',
  kindof: 'klasse, groep, niveau, vorm, segment',
  brand: 'merk, keten, formule',
  status: 'status, toestand, staat van onderhoud, fase',
  territory: 'verkoopgebied, rayon',
  photo: 'foto, afbeelding, foto url, plaatje, fotos, afbeeldingen, afbeeldingslink, foto link',
  filename: 'bestand, bestandsnaam, pad bestand',
  url: 'koppeling, bron, verwijzing, hyperlink, link',
  video: 'video, filmpje',
  width: 'breedte, breedte pixels, breedte px',
  height: 'hoogte, hoogte px',
  color: 'kleur, markerkleur, kleur marker',
  radius: 'straal, straal km, bezorgstraal, straal meter, bezorgradius',
  drivetime: 'reistijd, rijtijd, rijtijd minuten, reistijd minuten',
  expire: 'verloopdatum, vervaldatum, geldig tot, verloopt, verloopt op, houdbaar tot',
  registry:
    'kvk, kvk nummer, monumentnummer, gemeentecode, bag, ondernemingsnummer, btw nummer, nis code, niscode, bevoegd gezag nummer, brin, brinnummer, brin nummer, agb, agbcode, btw, btwnummer, bsn, iban, kvknr, kvk nr, sbi, sbicode, sbi code, nace, rsin',
  outlet: 'winkel, filiaal, vestiging, halte, station, verkooppunt, locatie, magazijn, tankstation',
  code: 'kenmerk, afkorting, sleutel, referentie, vestigingsnummer, instellingscode, schoolnummer, klantnummer code',
  number: 'nummer, nr, num, volgnummer',
  id: 'identificatie, ident',
  index: 'regel, rij, rijnummer, volgnr',
  count: 'aantal, totaal, som, percentage, gemiddelde',
  date: 'datum, jaar, maand, dag, tijd, begin, eind, einde, start, aangemaakt, gewijzigd, opening, bouwjaar, oprichting, sinds, tot, geboortedatum, geboorte, leeftijd, duur, ingangsdatum, seizoen, laatst gewijzigd, bijgewerkt, plantjaar, sluitingsdatum, startdatum, einddatum',
  phone: 'telefoon, telefoonnummer, tel, mobiel, gsm, fax, telefoonnr, mobiele telefoon',
  email: 'e mail, emailadres, e mailadres, mailadres, e mail adres, email adres',
  website: 'website, webadres, internetadres, webpagina, internet, homepage, site, webstek',
  quantity:
    'oppervlakte, capaciteit, bedden, plaatsen, prijs, kosten, tarief, omzet, leerlingen, inwoners, beoordeling, sterren, hoogte, gewicht, afstand, vermogen, temperatuur, waarde, huur, bevolking, medewerkers, diameter, lengte, breedte, diepte, volume, kamers, stamdiameter, bedrag, korting, saldo, stemmen, budget, leerlingenaantal, vloeroppervlakte, woonoppervlakte, perceeloppervlakte, vraagprijs, huurprijs, aantal leerlingen, aantal kamers, aantal bedden, aantal plaatsen, max vermogen, vermogen kw, kroondiameter, boomhoogte, stamomtrek, peil, waterstand, neerslag, snelheid, inwonertal, inwonersaantal, stemgerechtigden, opkomst, omzet bedrag, breukdeel, energielabel, energieindex',
  hours:
    'openingstijden, openingsuren, maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag, zondag, uren, tijden, geopend',
  flag: 'actief, toegankelijk, toegankelijkheid, beschikbaar, rolstoeltoegankelijk, ja nee, gratis, open, is, heeft, openbaar, parkeren, wifi',
  person: 'geslacht, taal, nationaliteit, beroep, afdeling, rol, functietitel, rechtsvorm',
  other:
    'vorige, oude, oud, nieuw, nieuwe, dichtstbijzijnde, ouder, geboorteplaats, voormalig, correspondentie, hoofdvestiging, statutair, bevoegd gezag, overig, postbus plaats, postbus postcode, kruising, geboorteland',
  owner:
    'eigenaar, beheerder, exploitant, houder, aanvrager, bestuur, uitbater, schoolbestuur, operator, organisator, inrichtende macht, verhuurder, eigenaar voornaam, eigenaar achternaam, eigenaar naam, bevoegd gezag naam, vergunninghouder, aanbieder, zorgverzekeraar, koepel, moederbedrijf, contracthouder',
  mailing: 'correspondentie, post',
  billing: 'factuur, facturatie',
  shipping: 'verzend, levering, aflever, bezorg, verzending, lever',
  site: 'bezoek, hoofd',
  home: 'prive, thuis',
  work: 'zakelijk, werk',
  origin: 'vertrek, herkomst, ophaal',
  destination: 'bestemming, aankomst',
  alternative: 'kort, lang, officieel, officiele, frans, nederlands, engels, verkort, verkorte',
  stop: 'van, de, het, een, en, of, in, op, te, voor, bij, met, der, den, aan, per, naar, t, wat, welke, uw, jouw',
  plain: 'wgs84, decimaal, geo, gps, veld, kolom, volledig, graden, gegevens',
};
