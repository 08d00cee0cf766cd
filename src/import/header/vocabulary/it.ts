import type { Vocabulary } from './concepts.js';

export const it: Vocabulary = {
  name: 'nome, denominazione, titolo, intestazione, descrizione breve, etichetta, nominativo, nome struttura, denominazione struttura, nome completo, denominazione sede, denom, nome ufficiale, toponimo, dicitura, nome esercizio, denominazione esercizio',
  org: 'ragione sociale, azienda, societa, impresa, organizzazione, ente, ditta, istituzione, istituto riferimento, ragsoc, rag sociale, ragionesociale, nome commerciale, insegna commerciale, associazione, cooperativa',
  entity: `scuola, scuole, istituto, liceo, universita, ospedale, ospedali, clinica, biblioteca, biblioteche, museo, musei, parco, parchi, stazione, stazioni, fermata, negozio, ristorante, ristoranti, albergo, hotel, chiesa, chiese, filiale,
    ufficio, struttura, edificio, aeroporto, banca, bancomat, bar, farmacia, farmacie, parafarmacia, concessionaria, magazzino, fabbrica, stabilimento, campeggio, spiaggia, sentiero, lago, monte, fattoria, agriturismo,
    mercato, cantina, cantine, birrificio, palestra, piscina, stadio, squadra, club, teatro, teatri, cinema, monumento, ponte, torre, porto, galleria, edicola, asilo, asilo nido, asili, cliente, fornitore, socio, sede, plesso,
    punto vendita, punto di interesse, esercizio, impianto, distributore, colonnina, stazione di ricarica, cimitero, albero, fontana, statua, giardino, area giochi, isola ecologica, parcheggio, centro, comando, ambulatorio, studio medico, medico, presidio,
    museo luogo, luogo della cultura, castello, castelli, villa, palazzo, rifugio, locanda, pizzeria, panificio, supermercato, produttore, rivenditore, evento, progetto, cantiere, alloggio, struttura ricettiva, residenza, bene, bene culturale, hotspot, casa di riposo, autosalone, officina, defibrillatore, telecamera, autovelox, comune ente`,
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
    'via, strada, nome via, nome strada, toponomastica, via e numero, via civico, via piazza, odonimo, nomevia, denominazione stradale, denominazione via, via indirizzo, via e civico, via numero, indirizzo via',
  line2:
    'complemento, interno, scala, piano, presso, indirizzo 2, frazione indirizzo, scala interno, complemento indirizzo, casella postale',
  houseno:
    'civico, numero civico, num civico, n civico, nr civico, ncivico, numcivico, n civ, civ, numero di civico, numero via, esponente civico, no civico',
  settlement: 'citta, localita, paese citta, nome citta, nome localita, frazione',
  municipality:
    'comune, comuni, nome comune, municipio, denominazione comune, comune sede, denominazione in italiano, comune nome, descrizione comune, descrizionecomune',
  level2:
    'provincia, province, prov, sigla provincia, pr, nome provincia, provincie, sigla prov, denominazione provincia, sigla automobilistica, pv',
  level1: 'regione, regioni, nome regione, reg, denominazione regione',
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
  kind: 'tipo, tipologia, categoria, genere, settore, attivita, tipologia struttura, tipo esercizio, classificazione, categorie, specialita, cucina, tipologia cucina, natura, merceologia, settore merceologico, tipo scuola, sottocategoria, ordine scuola, grado istruzione, tematica, specie, disciplina, sport praticato, branca, macro categoria, destinazione uso, tipologia esercizio, tipo museo, specializzazione, tipo struttura, tipo attivita, destinazione, forma, gestione, qualifica struttura, indirizzo di studio',
  kindof: 'classe, gruppo, livello, fascia, grado, stelle categoria',
  brand: 'marca, marchio, insegna, bandiera, catena, gestore marchio',
  status: 'stato attivita, condizione, stato di conservazione, stato conservazione, fase',
  territory: 'territorio, zona vendita, zona commerciale',
  photo:
    'foto, immagine, fotografia, url immagine, url foto, link foto, immagini, anteprima, miniatura, logo, link immagine',
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
    'superficie, capacita, posti, prezzo, costo, tariffa, importo, alunni, abitanti, valutazione, stelle, altitudine, quota, altezza m, peso, distanza, potenza, temperatura, valore, fatturato, dipendenti, camere, letti, popolazione, voto, prezzo medio, volume, lunghezza, profondita, metri, circonferenza, recensioni, canone, reddito, sconto, valuta, bagni, portata',
  hours:
    'orario, orari, orario apertura, orari apertura, lunedi, martedi, mercoledi, giovedi, venerdi, sabato, domenica, giorni, ore, orario di apertura',
  flag: 'attivo, accessibile, accessibilita, aperto, disponibile, pubblico, si no, gratuito, prenotazione, prenotazione online, disabili, wifi, consegna, accesso disabili, notturno, ingresso',
  person: 'sesso, lingua, nazionalita, professione, ruolo, qualifica, genere persona',
  other:
    'precedente, vecchio, nuovo, piu vicino, ex, tipo via, tipo strada, dug, toponimo stradale, codice via, nascita luogo, riferita a, riferimento scuola, principale istituto, carburante, impianto tipo, vicino, indirizzo ip, altro, altra, self, incrocio, intersezione',
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
  stop: 'di, del, della, dei, delle, dello, la, il, lo, le, gli, i, e, o, in, a, al, alla, per, con, un, una, da, dal, d, l, su',
  plain: 'wgs84, decimale, geo, gps, geografica, campo, colonna, completo, gradi, descr',
};
