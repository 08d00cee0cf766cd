import type { Vocabulary } from '../../concepts.js';

/** Words of headers in Italian. */
export const concepts: Vocabulary = {
  name: 'nome, denominazione, titolo, intestazione, etichetta, nominativo, nome struttura, denominazione struttura, nome completo, denominazione sede, denom, nome ufficiale, toponimo, dicitura, nome esercizio, denominazione esercizio, nome luogo, nome sito, nome del luogo, nome impianto, nome stazione, nome attivita, nome museo, nome scuola, denominazione impianto, denominazione attivita, denominazione museo, denominazione ufficiale, denominazione ente, denominazione esercente, denominazione punto vendita, nome comune locale, titolo scheda, nome punto vendita, denominazione e ragione',
  org: 'ragione sociale, azienda, societa, impresa, organizzazione, ente, ditta, istituzione, istituto riferimento, ragsoc, rag sociale, ragionesociale, nome commerciale, insegna commerciale, associazione, cooperativa',
  entity: `scuola, scuole, istituto, liceo, universita, ospedale, ospedali, clinica, biblioteca, biblioteche, museo, musei, parco, parchi, stazione, stazioni, fermata, negozio, ristorante, ristoranti, albergo, hotel, chiesa, chiese, filiale, ufficio, struttura, edificio, aeroporto, banca, bancomat, bar, farmacia, farmacie, parafarmacia, concessionaria, magazzino, fabbrica, stabilimento, campeggio, spiaggia, sentiero, lago, monte, fattoria, agriturismo, mercato, cantina, cantine, birrificio, palestra, piscina, stadio, squadra, club, teatro, teatri, cinema, monumento, ponte, torre, porto, galleria, edicola, asilo, asilo nido, asili, cliente, fornitore, socio, sede, plesso, punto vendita, punto di interesse, esercizio, impianto, distributore, colonnina, stazione di ricarica, cimitero, albero, fontana, statua, giardino, area giochi, isola ecologica, parcheggio, centro, comando, ambulatorio, studio medico, medico, presidio, museo luogo, luogo della cultura, castello, castelli, villa, palazzo, rifugio, locanda, pizzeria, panificio, supermercato, produttore, rivenditore, evento, progetto, cantiere, alloggio, struttura ricettiva, residenza, bene, bene culturale, hotspot, casa di riposo, autosalone, officina, defibrillatore, telecamera, autovelox, comune ente, asilo infanzia, scuola primaria, scuola materna, scuola infanzia, scuola secondaria, centro commerciale, centro sportivo, centro anziani, centro sociale, centro culturale, casa della salute, casa di cura, poliambulatorio, consultorio, guardia medica, pronto soccorso, ufficio postale, poste, caserma, carabinieri, polizia, municipio sede, carcere, biblioteca comunale, archivio, cinema teatro, sala, auditorium, impianto sportivo, campo sportivo, campo da calcio, piscina comunale, bocciodromo, skatepark, area cani, area verde, parco giochi, orto, rifugio alpino, bivacco, malga, baita, funivia, seggiovia, molo, approdo, porto turistico, traghetto, aeroporto nome, casello, area di servizio, stazione di servizio, colonnina di ricarica, punto di ricarica, punto prelievo, farmacia nome, parafarmacia nome, tabaccheria, edicola nome, gelateria, pasticceria, enoteca, osteria, trattoria, birreria, pub, paninoteca, agriturismo nome, bed and breakfast, affittacamere, casa vacanze, ostello, campeggio nome, villaggio, terme, cantina nome, frantoio, caseificio, azienda agricola, apiario, laboratorio, bottega, artigiano, negozio storico, mercato rionale, chiesa nome, basilica, cattedrale, duomo, abbazia, santuario, cappella, convento, moschea, sinagoga, cimitero nome, monumento nome, scultura, murale, affresco, sito archeologico, area archeologica, necropoli, nuraghe, torre nome, mura, ponte nome, fontanella, casa dell acqua, grotta, cascata, lago nome, cima, vetta, valico, isola, spiaggia nome, sorgente, pozzo, diga, centrale, antenna, centralina, telecamere, sensore, albero monumentale, cassonetto, isola ecologica nome, ecocentro, bene confiscato, immobile`,
  first: 'nome proprio, nome di battesimo, titolo persona',
  last: 'cognome',
  fullname: 'nome e cognome, cognome e nome, cognome nome, nome cognome, dipendente, partecipante',
  contact:
    'contatto, referente, responsabile, direttore, dirigente, persona di contatto, rappresentante, sindaco, autore, architetto, agente vendita, artista, presidente, riferimento',
  description:
    'descrizione, nota, note, commento, commenti, osservazioni, informazioni, dettagli, testo, servizi, storia, annotazioni, presentazione, indicazioni, nota centroide, caratteristiche, come arrivare, dotazioni, riassunto',
  address:
    'indirizzo, indirizzi, ind, indirizzo completo, indirizzo postale, indirizzo sede, indir, recapito, domicilio, indirizzo struttura, indirizzo scuola',
  street:
    'via, strada, nome via, nome strada, toponomastica, via e numero, via civico, via piazza, odonimo, nomevia, denominazione stradale, denominazione via, via indirizzo, via e civico, via numero, indirizzo via, nome della via, denominazione via piazza, via piazza numero, indirizzo via piazza, strada nome, viale, indirizzo e civico, indirizzo civico, via n, via nr, via e n civico, via e n, via e numero civico, indirizzo numero civico',
  line2:
    'complemento, interno, scala, piano, presso, indirizzo 2, frazione indirizzo, scala interno, complemento indirizzo, casella postale',
  houseno:
    'civico, numero civico, num civico, n civico, nr civico, ncivico, numcivico, n civ, civ, numero di civico, numero via, esponente civico, no civico, num civ, n ro civico, nr civ, numero civ, civico numero, civ num, n civici, numero esterno, civico esponente',
  settlement:
    'citta, localita, paese citta, nome citta, nome localita, frazione, citta comune, citta residenza, citta sede, localita sede, nome della citta, citta nome, paese localita, centro abitato, localita nome',
  municipality:
    'comune, comuni, nome comune, municipio, denominazione comune, comune sede, denominazione in italiano, comune nome, descrizione comune, descrizionecomune, denominazione del comune, comune di, comune ubicazione, comune di ubicazione, comune struttura, comune impianto, nome del comune, comune denominazione, den comune, desc comune, descr comune, comune localita, comune citta',
  level2:
    'provincia, province, prov, sigla provincia, pr, nome provincia, provincie, sigla prov, denominazione provincia, sigla automobilistica, pv, denominazione della provincia, nome della provincia, den prov, den provincia, desc provincia, descr provincia, prov sede, provincia sede, provincia residenza, sigla della provincia, citta metropolitana, provincia sigla, den uts',
  level1:
    'regione, regioni, nome regione, reg, denominazione regione, nome della regione, den reg, den regione, desc regione, descr regione, regione sede, denominazione della regione, regione pa',
  region: 'ripartizione geografica, area geografica, ripartizione',
  country: 'nazione, paese, stato, nazioni, codice paese, nome nazione, stato estero',
  neighbourhood:
    'quartiere, circoscrizione, zona, rione, contrada, municipio roma, sezione, settore, distretto, area, sestiere, borgata, nil, asl, ambito, quartieri, comunita montana, usl, fuso orario, continente, azienda sanitaria',
  zip: 'cap, codice avviamento postale, codice postale, cap sede, codpost, c a p, cod post, cod postale',
  lat: 'latitudine, lat, latitudine wgs84, latit, latitudine decimale',
  lng: 'longitudine, long, lon, longitudine wgs84, longit, lng, longitudine decimale',
  coordinates:
    'coordinate, coordinata, coordinate gps, geolocalizzazione, geometria, posizione, posizione gps, punto, coordinate geografiche, georeferenziazione, location gps, latitudine longitudine',
  xaxis: 'coordinata x, coord x, coordinate x, x coord, coor x, geo x, posizione x',
  yaxis: 'coordinata y, coord y, coordinate y, y coord, coor y, geo y, posizione y',
  north: 'nord',
  east: 'est',
  projected: 'utm, gauss boaga, etrs89, monte mario, utm32, utm33, ed50',
  location: 'ubicazione, luogo, localizzazione, posto, collocazione, sito',
  kind: 'tipo, tipologia, categoria, genere, settore, attivita, tipologia struttura, tipo esercizio, classificazione, categorie, specialita, cucina, tipologia cucina, natura, merceologia, settore merceologico, tipo scuola, sottocategoria, ordine scuola, grado istruzione, tematica, specie, disciplina, sport praticato, branca, macro categoria, destinazione uso, tipologia esercizio, tipo museo, specializzazione, tipo struttura, tipo attivita, destinazione, forma, gestione, qualifica struttura, indirizzo di studio, tipo di struttura, tipo punto, tipo impianto, tipo di impianto, tipo museo o luogo, tipo luogo, tipo evento, tipo di evento, tipo di attivita, tipo negozio, tipo servizio, tipo di esercizio, tipo immobile, tipo bene, tipo alloggio, tipo locale, tipo incidente, tipo albero, nome tipologia, nome categoria, categoria merceologica, descrizione tipologia, descrizione attivita, macrocategoria, macro tipologia, sotto tipologia, sottotipo, codice attivita descrizione, genere musicale, tipologia museo, tipologia scuola, tipologia impianto, tipologia attivita, settore attivita, tipologia evento, sport, culto',
  kindof: 'classe, gruppo, livello, fascia, grado, stelle categoria',
  brand: 'marca, marchio, insegna, bandiera, catena, gestore marchio',
  status: 'stato attivita, condizione, stato di conservazione, stato conservazione, fase',
  territory: 'territorio, zona vendita, zona commerciale',
  photo:
    'foto, immagine, fotografia, url immagine, url foto, link foto, immagini, anteprima, miniatura, logo, link immagine, foto 1, immagine 1, immagine principale, foto principale, url della foto, link alla foto, copertina, locandina, imagefile',
  filename: 'file, nome file, percorso file',
  url: 'collegamento, fonte, scheda, link',
  video: 'video, filmato',
  width: 'larghezza',
  height: 'altezza',
  color: 'colore, colore marcatore',
  radius: 'raggio, raggio km, raggio consegna, raggio di consegna, raggio m',
  drivetime: 'tempo di guida, tempo di percorrenza, tempo viaggio, minuti di guida, tempo guida',
  expire: 'scadenza, data scadenza, data di scadenza, valido fino al, valido fino',
  registry:
    'partita iva, p iva, piva, istat, codice istat, codice fiscale, cf, cod istat, matricola, codice belfiore, codice catastale, cir, cin, isil, codice meccanografico, codicescuola, codice scuola, cod fiscale, cod fisc, rea, ateco, codice ateco, iban, cod ateco',
  outlet: 'negozio, filiale, fermata, stazione, punto vendita, magazzino, sede, distributore, impianto',
  code: 'codice, cod, sigla, riferimento, ref, codice struttura, rif, codice identificativo',
  number: 'numero, num, nr, n, no',
  id: 'identificativo, progressivo',
  index: 'riga, numero riga, indice',
  count: 'quantita, totale, numero di, somma, percentuale, media, conteggio, posti letto, numero posti',
  date: 'data, anno, mese, giorno, ora, inizio, fine, apertura, chiusura, creazione, aggiornamento, dal, al, costruzione, fondazione, nascita, periodo, epoca, secolo, data di nascita, eta, durata, annoscolastico, anno scolastico, attivazione, datazione, stagione, ultimo aggiornamento',
  phone: 'telefono, tel, cellulare, fax, recapito telefonico, numero di telefono, cell, telefono fisso',
  email:
    'email, e mail, posta elettronica, pec, mail, indirizzo email, indirizzo mail, posta certificata, indirizzoemail',
  website: 'sito, sito web, sito internet, web, pagina web, sitoweb, internet, sitowebscuola',
  quantity:
    'superficie, capacita, posti, prezzo, costo, tariffa, importo, alunni, abitanti, valutazione, stelle, altitudine, quota, altezza m, peso, distanza, potenza, temperatura, valore, fatturato, dipendenti, camere, letti, popolazione, voto, prezzo medio, volume, lunghezza, profondita, metri, circonferenza, recensioni, canone, reddito, sconto, valuta, bagni, portata, mq, superficie mq, numero posti letto, prezzo base, base asta, offerta minima, canone mensile, numero camere, numero stelle, numero alunni, altezza slm, quota slm, quota m, dislivello, durata, distanza km, popolazione residente, residenti, elettori, votanti, voti, ettari, portata max, capienza, num posti, potenza kw',
  hours:
    'orario, orari, orario apertura, orari apertura, lunedi, martedi, mercoledi, giovedi, venerdi, sabato, domenica, giorni, ore, orario di apertura',
  flag: 'attivo, accessibile, accessibilita, aperto, disponibile, pubblico, si no, gratuito, prenotazione, prenotazione online, disabili, wifi, consegna, accesso disabili, notturno, ingresso',
  person: 'sesso, lingua, nazionalita, professione, ruolo, qualifica, genere persona',
  other:
    'precedente, vecchio, nuovo, piu vicino, ex, tipo via, tipo strada, dug, toponimo stradale, codice via, nascita luogo, riferita a, riferimento scuola, principale istituto, carburante, impianto tipo, vicino, indirizzo ip, altro, altra, self, incrocio, intersezione, luogo di nascita, luogo nascita, nascita',
  owner:
    'proprietario, gestore, titolare, proprieta, richiedente, operatore, conduttore, intestatario, committente, concessionario, ente gestore, esercente, organizzatore, amministratore',
  mailing: 'corrispondenza, spedizione postale',
  billing: 'fatturazione, fattura',
  shipping: 'spedizione, destinatario',
  site: 'sede operativa, sede principale, operativa, ubicazione sede',
  home: 'residenza privata, abitazione, casa',
  work: 'lavoro',
  origin: 'partenza, origine',
  destination: 'arrivo, destinazione',
  alternative: 'breve, esteso, ufficiale, abbreviato, completo nome, altra lingua, inglese',
  stop: 'di, del, della, dei, delle, dello, la, il, lo, le, gli, i, e, o, in, a, al, alla, per, con, un, una, da, dal, d, l, su, qual, quale, tua, tuo, inserisci',
  plain: 'wgs84, decimale, geo, gps, geografica, campo, colonna, completo, gradi, descr',
};
