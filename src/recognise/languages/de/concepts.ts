import type { Vocabulary } from '../../concepts.js';

/** Words of headers in German. */
export const concepts: Vocabulary = {
  name: 'name, namen, bezeichnung, titel, benennung, bez, langname, kurzbezeichnung, objektbezeichnung, anzeigename, hauptname, denomination name, bezeichnung des objekts, objektname, einrichtung name, name einrichtung, name kurz, titel deutsch, eigenname, flurname, gewaessername',
  org: 'firma, firmenname, unternehmen, organisation, institution, gesellschaft, firmierung, handelsname, firmenbezeichnung, unternehmensname, geschaeftsname, dienststelle, einrichtungsname',
  entity: `schule, kita, kindertagesstaette, kindergarten, krankenhaus, krankenhaeuser, klinik, bibliothek, buecherei, museum, museen, park, bahnhof, bahnhoefe, haltestelle, filiale, laden, geschaeft, restaurant, gaststaette, hotel, kirche, buero, einrichtung, gebaeude, objekt, betrieb, apotheke, haendler, verein, theater, kino, denkmal, denkmaeler, baudenkmal, sehenswuerdigkeit, ladestation, ladesaeule, bruecke, spielplatz, spielplaetze, schwimmbad, hallenbad, freibad, sportanlage, sportstaette, sportplatz, friedhof, schloss, burg, praxis, pflegeheim, heim, behoerde, amt, hochschule, universitaet, markt, hof, weingut, brauerei, kunde, kunden, mitglied, lieferant, veranstaltung, veranstaltungsort, projekt, anlage, werk, lager, tankstelle, zweigstelle, niederlassung, kapelle, turm, see, berg, gipfel, huette, wanderweg, messstelle, messstation, station, wertstoffhof, recyclinghof, container, toilette, brunnen, baum, parkhaus, parkplatz, jugendherberge, galerie, baeckerei, metzgerei, supermarkt, arztpraxis, arzt, aerzte, zahnarzt, beratungsstelle, unterkunft, ferienwohnung, campingplatz, zoo, bad, impfzentrum, teststelle, verkaufsstelle, abholstation, produzent, marktplatz, aussichtspunkt, tourismus, feuerwehr, polizei, wache, rathaus, heimatmuseum, seniorenheim, pflegedienst, alten und pflegeheim, kulturzentrum, jugendzentrum, stadthalle, mehrzweckhalle, turnhalle, sporthalle, skatepark, badesee, badestelle, badegewaesser, aussichtsturm, windrad, windkraftanlage, solaranlage, kraftwerk, pegel, brunnenanlage, grillplatz, wohnmobilstellplatz, stellplatz, defibrillator, briefkasten, packstation, altglascontainer, sammelstelle, wochenmarkt, hofladen, biohof, imbiss, eisdiele, friseur, hebamme, physiotherapie, fahrschule, musikschule, volkshochschule, grundschule, gymnasium, synagoge, moschee, dom, kloster, gedenkstaette, stolperstein, kunstwerk, skulptur, mauer, stadion, tierheim, zahnarztpraxis, apotheke name, sanierungsobjekt, wohnanlage`,
  first: 'vorname, anrede, titel person, rufname, namenszusatz',
  last: 'nachname, familienname, zuname',
  fullname: 'vollstaendiger name, vor und nachname, name vorname, mitarbeiter, teilnehmer, patient',
  contact:
    'ansprechpartner, kontakt, kontaktperson, leiter, leitung, schulleitung, schulleiter, geschaeftsfuehrer, vorstand, verantwortlich, verantwortlicher, sachbearbeiter, architekt, kuenstler, autor, urheber, bearbeiter, vertreter, pfarrer, trainer',
  description:
    'beschreibung, bemerkung, bemerkungen, anmerkung, anmerkungen, hinweis, hinweise, notiz, notizen, kommentar, text, erlaeuterung, details, zusatzinfo, info, infos, besonderheiten, kurztext, langtext, ausstattung, angebot, leistungen, geschichte, zufahrt, wegbeschreibung, lagebeschreibung, betreff, erklaerung',
  address:
    'adresse, anschrift, adr, standortadresse, strassenadresse, postanschrift, vollstaendige adresse, adressen, adresszeile, gesamtadresse, hausanschrift, besucheradresse, adresse voll',
  street:
    'strasse, str, strassenname, strassen, strasse hausnummer, strasse nr, strasse hausnr, strasse und hausnummer, strasse hnr, strasse nummer, strasse nr, strassenbezeichnung, strasze, gasse, strae, stra e, strasse hausnummer zusatz, strname, str name, strassenangabe, strasse u hausnummer, strasse u nr, str nr, str hnr, strasse nummer zusatz, adresse strasse, strassen name, wohnstrasse',
  line2:
    'adresszusatz, zusatz, anschriftenzusatz, adresszeile 2, adressergaenzung, zusatzzeile, adresszusatzzeile, stockwerk, etage, wohnung, stiege, tuer, top, postfach, c o',
  houseno:
    'hausnummer, hausnr, hnr, hsnr, hausnummern, haus nr, hsnum, nr haus, hausnummer von, nummer haus, hausno, onr, orientierungsnummer, hausnr zusatz, hausnummernzusatz, hs nr, hnr zusatz, hausnummer zusatz, nr von',
  settlement:
    'ort, stadt, wohnort, ortschaft, ortsname, stadtname, dorf, postort, ort name, orte, staedte, plz ort name, standortort, schulort, ortslage, ortsbezeichnung, wohnsitz, standort ort, gemeinde ort, stadt ort, ort stadt, postalischer ort, ortname, einsatzort ort',
  municipality: 'gemeinde, gemeindename, kommune, politische gemeinde, stadt gemeinde, gemeinden, gem',
  level2:
    'landkreis, kreis, kreisname, lkr, kreis kreisfreie stadt, stadtkreis, landkreise, politischer bezirk, stadt landkreis, verwaltungsbezirk, verwaltungskreis, kreisfreie stadt, lk, bezirk, lkrs, landkreis name, kreis name, kreis stadt, kfz kreis, kreis oder stadt, oberbezirk',
  level1:
    'bundesland, kanton, bundeslaender, bundesstaat, bl, kt, kantone, kantonsname, bundesland name, kantonskuerzel, provinz',
  region: 'regierungsbezirk, grossregion, regierungsbez, region',
  country:
    'staat, laendername, nation, laendercode, landesname, laenderkuerzel, laenderkennzeichen, lkz, iso land, nationalitaet land',
  land: 'land',
  neighbourhood:
    'stadtteil, ortsteil, stadtbezirk, bezirk, viertel, quartier, gemarkung, flur, kiez, stadtviertel, stadtraum, planungsraum, wahlkreis, wahlbezirk, zone, sektor, gebiet, sprengel, ortsbezirk, katastralgemeinde, ortsgemeinde teil, naturraum, lor, statistischer bezirk, zeitzone, kontinent',
  zip: 'plz, postleitzahl, postleitzahlen, postltz',
  lat: 'breite, breitengrad, geobreite, geographische breite, geo breite, breitengrade, geografische breite, bg, nord breite, breite wgs84',
  lng: 'laenge, laengengrad, geolaenge, geographische laenge, geo laenge, laengengrade, geografische laenge, lg, laenge wgs84',
  coordinates:
    'koordinaten, koordinate, geokoordinaten, geokoordinate, gps koordinaten, lage koordinaten, geometrie, standortkoordinaten, punkt, position, wgs84 koordinaten, breitengrad laengengrad',
  xaxis: 'x koordinate, xkoordinate, koordinate x, x wert, xwert, geo x, koord x, x koord, ostkoordinate',
  yaxis: 'y koordinate, ykoordinate, koordinate y, y wert, ywert, geo y, koord y, y koord, nordkoordinate',
  north: 'hochwert, nordwert, nord, norden, n koordinate',
  east: 'rechtswert, ostwert, ost, osten, e koordinate',
  projected: 'gauss krueger, gk, lv95, lv03, utm, etrs89, etrs, bmn, soldner, mgi, ch1903, swissgrid',
  location: 'standort, lage, treffpunkt, standorte, ortsangabe, lokation, platz, belegenheit',
  kind: 'kategorie, typ, art, gattung, branche, rubrik, sparte, schulform, schulart, einrichtungsart, einrichtungstyp, nutzung, nutzungsart, objektart, gebaeudeart, denkmalart, bauwerksart, fachrichtung, sorte, thema, kategorien, betriebsart, anlagentyp, objekttyp, schultyp, klassifikation, kundentyp, wirtschaftszweig, kueche, kuechenart, fachgebiet, konfession, baumart, standorttyp, art der einrichtung, hauptkategorie, unterkategorie, museumstyp, museumsart, art der ladeeinrichtung, spezialisierung, immobilientyp, warengruppe, einrichtungsform, vereinsart, sportart, fachbereich, unfallart, unfallkategorie, einsatzart, anlagenart, betreuungsart, angebotsform, schulgattung, traegerart, objekt typ, poi typ, veranstaltungsart, art des denkmals, art der nutzung, gewaesserart, tankstellenart, produktgruppe, produktkategorie, berufsgruppe, gewerbe, gewerk, handwerk, stilrichtung, epoche stil, nutzungstyp, immobilienart, haustyp, wohnungstyp, fahrzeugtyp, stoerungsart',
  kindof: 'klasse, gruppe, form, stufe, kundengruppe, segment',
  brand: 'marke, kette, hersteller, modell',
  status: 'status, zustand, betriebsstatus',
  territory: 'verkaufsgebiet, vertriebsgebiet, tour, revier',
  photo:
    'bild, foto, bildbreite, bildhoehe, fotobreite, fotohoehe, bild url, foto url, bildlink, bilddatei, bilder, fotos, abbildung, vorschaubild, titelbild, bildadresse, bildpfad, bild link, fotolink, foto link, bild 1, foto 1, hauptbild, produktbild, artikelbild',
  filename: 'datei, dateiname, pfad',
  url: 'verweis, quelle, weblink, permalink',
  video: 'video, videolink',
  width: 'breite pixel, bildbreite, fotobreite, breite, breiten',
  height: 'hoehe pixel, bildhoehe, fotohoehe, hoehe, laenge',
  color: 'farbe, markerfarbe, pinfarbe',
  radius: 'radius, umkreis, einzugsradius, liefergebiet radius, lieferradius',
  drivetime: 'fahrzeit, fahrtzeit, anfahrtszeit, fahrminuten, fahrzeit minuten',
  expire: 'ablaufdatum, gueltig bis, ablauf, gueltigkeit bis, verfallsdatum',
  registry:
    'aktenzeichen, ags, gemeindeschluessel, gkz, amtlicher gemeindeschluessel, regionalschluessel, egid, bfs, uic, ds100, ril100, ustid, ust id, ust idnr, ust id nr, umsatzsteuer id, steuernummer, handelsregister, iban, bic, bsn, dhid, ifopt',
  outlet:
    'filiale, filial, filialnr, laden, geschaeft, haltestelle, station, zweigstelle, niederlassung, standort, verkaufsstelle, tankstelle, lager, betriebsstaette, markt, messstelle, messstation',
  code: 'kuerzel, kennung, schluessel, kennziffer, kennzeichen, kurzname, kennzahl, betriebsstaettennummer, abkuerzung, kuerz',
  number: 'nummer, nr, filialnr, lfd nr, laufende nummer, num, bfs nr, gemeindenummer, schulnummer amt',
  id: 'kennnummer, objektid, datensatz id',
  count: 'anzahl, summe, gesamt, menge, anteil, prozent, durchschnitt, zahl',
  date: 'datum, jahr, monat, tag, zeit, beginn, ende, stand, erstellt, geaendert, aktualisiert, eroeffnung, eroeffnet, baujahr, inbetriebnahme, inbetriebnahmedatum, gruendung, gruendungsjahr, seit, bis, von, alter, geburtsdatum, geburtstag, uhrzeit, dauer, termin, saison, letzte aenderung, pflanzjahr, gueltig ab, entstehungszeit, epoche, datierung',
  phone:
    'telefon, telefonnummer, handy, mobil, fax, telefax, tel, rufnummer, festnetz, mobilnummer, telefonnr, vorwahl',
  email: 'e mail, email adresse, mailadresse, emailadresse, e mail adresse',
  website:
    'webseite, internet, homepage, internetadresse, web adresse, webadresse, internetseite, website, webauftritt, domain',
  quantity:
    'einwohner, flaeche, groesse, kapazitaet, betten, plaetze, preis, kosten, umsatz, schueler, schuelerzahl, mitarbeiterzahl, bewertung, sterne, hoehe, meereshoehe, gewicht, entfernung, distanz, leistung, nennleistung, anschlussleistung, temperatur, wert, miete, raummiete, stellplaetze, ladepunkte, umfang, stammumfang, kronendurchmesser, durchmesser, gebuehr, eintritt, eintrittspreis, einwohnerzahl, quadratmeter, kw, dichte, tiefe, hoehenmeter, rabatt, betrag, ergebnis, stimmen, bevoelkerung, zimmer, etagen, geschosse, tarif, nettokaltmiete, warmmiete, kaution, wohnflaeche, grundstuecksflaeche, nutzflaeche, baumhoehe, kronenbreite, stammdurchmesser, pegelstand, wasserstand, niederschlag, geschwindigkeit, laengenmeter, strecke, plaetze gesamt, platzzahl, betreuungsplaetze, bettenzahl, mitglieder, mitgliederzahl, jahresumsatz, bestand, medienbestand, verkaufsflaeche, bruttoflaeche, wahlberechtigte, gueltige stimmen',
  hours:
    'oeffnungszeiten, oeffnungszeit, sprechzeiten, montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, betriebszeiten, geoeffnet, ruhetag, zeiten, oeffnung, marktzeiten',
  flag: 'barrierefrei, barrierefreiheit, aktiv, vorhanden, oeffentlich, rollstuhlgerecht, ist, hat, ja nein, kostenlos, wlan, verfuegbar, zugaenglich, ganztags',
  person:
    'geschlecht, sprache, nationalitaet, beruf, position, abteilung, funktion, rolle, staatsangehoerigkeit, waehrung, zahlungsart, rechtsform',
  other:
    'naechste, naechster, naechstgelegene, frueher, ehemalig, alt, alte, neu, geburt, geburtsort, uebergeordnet, abweichend, steckertypen, stecker, public key, bauweise, quelle art, zustaendig, querstrasse, zugehoerig, bauherr art, ladeeinrichtung, ziel, hauptsitz, sitz der zentrale, kreuzung, geburtsland',
  owner:
    'eigentuemer, besitzer, betreiber, traeger, schultraeger, inhaber, halter, antragsteller, bauherr, rechtstraeger, paechter, verwalter, veranstalter, hausverwaltung, traegerschaft, traegername, hauptbetreiber, eigentuemer name, unterhaltspflichtiger, rechtsinhaber, verantwortliche stelle, traeger der einrichtung, versorger',
  mailing: 'post, postalisch, korrespondenz, zustell',
  billing: 'rechnung, rechnungs, re',
  shipping: 'liefer, lieferung, versand',
  site: 'haupt, betriebsstaette, einsatzort',
  home: 'privat, wohn',
  work: 'geschaeftlich, dienstlich',
  origin: 'startort, abfahrt, abholung, start',
  destination: 'zielort, ankunft',
  alternative: 'kurz, lang, amtlich, offiziell, deutsch, englisch, franzoesisch',
  stop: 'und, der, die, das, des, dem, den, im, in, am, von der, oder, fuer, bei, zu, zum, zur, mit, einer, eines, was, welche, welcher, wie, lautet, ihre, ihr, bitte',
  plain: 'geo, wgs, dezimal, dezimalgrad, grad, angabe, feld, spalte, vollstaendig, voll, komplett',
};
