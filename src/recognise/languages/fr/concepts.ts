import type { Vocabulary } from '../../concepts.js';

/** Words of headers in French. */
export const concepts: Vocabulary = {
  name: 'nom, noms, intitule, libelle, denomination, appellation, titre, nom usuel, nom officiel, designation, nom complet, nom d usage, lib, denomination principale, nom courant, nom affiche, toponyme, nom site, nom du lieu, nom lieu, nom equipement, nom commun, nom francais, nom complet du site, nom public, raison, nom du point, nomination, titre annonce',
  org: 'societe, entreprise, raison sociale, organisme, organisation, nom commercial, compagnie, structure, nom structure, denomination sociale, rs, raisonsociale, association, enseigne commerciale',
  entity: `ecole, college, lycee, universite, hopital, hopitaux, clinique, bibliotheque, mediatheque, musee, musees, parc, gare, station, arret, magasin, boutique, restaurant, hotel, eglise, agence, bureau, etablissement, batiment, aeroport, banque, cafe, bar, pharmacie, concessionnaire, entrepot, usine, camping, plage, sentier, lac, montagne, sommet, ferme, marche, brasserie, vignoble, gymnase, piscine, stade, equipement, equipe, club, theatre, cinema, monument, memorial, borne, station de recharge, pont, tour, port, galerie, kiosque, creche, mairie, client, fournisseur, adherent, edifice, chateau, abbaye, site touristique, point de vente, pdv, installation, salle, service public, dechetterie, decheterie, cimetiere, arbre, fontaine, toilettes, sanitaire, statue, oeuvre, jardin, aire de jeux, boulangerie, supermarche, producteur, exploitant agricole, cabinet, medecin, praticien, ehpad, maison de retraite, hebergement, gite, projet, chantier, evenement, festival, manifestation, parking, amap, point d apport volontaire, point de collecte, centre, commerce, poste, laboratoire, refuge, point d eau, office, commissariat, gendarmerie, lieu de tournage, ouvrage, organisme nom, emetteur, antenne, club sportif, salle de sport, terrain, terrain de sport, skatepark, boulodrome, micro creche, halte garderie, centre de loisirs, centre social, centre commercial, centre hospitalier, maison medicale, maison de sante, foyer, residence, cinema nom, point relais, relais, consigne, guichet, distributeur, station service, station velo, velib, aire de covoiturage, aire de repos, aire, halte, point de vue, belvedere, cascade, grotte, col, ile, foret, etang, riviere, riviere nom, moulin, phare, fort, chapelle, cathedrale, basilique, prieure, manoir, maison, immeuble, tour nom, place nom, cave, caveau, caviste, fromagerie, ferme auberge, traiteur, epicerie, librairie, coiffeur, fleuriste, opticien, dentiste, veterinaire, notaire, avocat, garage nom, carrossier, artisan, exposant, partenaire, franchise, concession, tiers lieu, fablab, coworking`,
  first: 'prenom, prenoms, civilite',
  last: 'nom de famille, patronyme, nom famille, nom de naissance',
  fullname: 'nom prenom, nom et prenom, prenom nom, participant, salarie, employe',
  contact:
    'contact, responsable, directeur, directrice, interlocuteur, gerant, president, architecte, artiste, auteur, personne contact, realisateur, maire, referent, correspondant, representant',
  description:
    'description, descriptif, commentaire, commentaires, remarque, remarques, observation, observations, note, notes, precision, precisions, informations, infos, details, presentation, historique, histoire, services, prestations, resume, acces, complement d information, equipements, objet, activites, consignes',
  address:
    'adresse, adr, adresses, adresse postale, adresse complete, adresse station, adresse etablissement, adresse geographique, ad',
  street:
    'rue, voie, nom de voie, libelle voie, nom voie, nom de la voie, nom rue, nom de rue, numero et voie, numero voie et libelle, libelle de voie, voirie, adresse ligne 1, n et rue, nom rue complet, numero et rue, adresse rue, adr voie, adresse voie, libelle de la voie, libellevoie, nomvoie, nom de la rue, rue et numero, rue numero, numero rue et nom, rue complete, nom complet de la voie, intitule voie, voie nom',
  line2:
    'complement, complement adresse, complement d adresse, adresse complement, complement adr, adresse 2, batiment appartement, etage, lieu dit, boite postale, bp, lieudit, suite adresse, residence batiment, distribution, mention distribution, lieu dit bp',
  houseno:
    'numero de voie, numero voie, numero de rue, numero rue, n voie, num voie, no voie, n rue, no rue, n de rue, n de voie, numvoie, numerovoie, num rue, no civique, numero civique, numero dans la voie, num de voie, num adresse, numero adresse, numero de la voie, n de la voie, adr num, adresse numero, numero dans rue, numadr',
  settlement:
    'ville, localite, nom ville, villes, localites, bureau distributeur, libelle acheminement, acheminement, libelle d acheminement, village, adresse ville, nom localite, localite nom, ville nom, ville commune, commune ville, bureau de poste, lib ville, libelle ville',
  municipality:
    'commune, communes, nom commune, municipalite, nom de la commune, libelle commune, com, libcom, commune nom, arrondissement commune, nomcom, libelle de la commune, lib commune, com nom, nom com, comm, commune actuelle, nom commune officiel, commune de rattachement, lib com',
  level2:
    'departement, departements, dept, dep, nom departement, libelle departement, arrondissement, libdep, depart, nom dept, dpt, nom dep',
  level1: 'region, regions, nom region, province, canton suisse, libelle region, nom reg, reg, libreg',
  region: 'nouvelle region, ancienne region, grande region, canton',
  country: 'pays, nation, pays nom, nom pays, code pays',
  neighbourhood:
    'quartier, secteur, zone, iris, circonscription, epci, intercommunalite, academie, bassin, territoire, arrondissement municipal, section, massif, agglomeration, communaute, bassin de vie, unite urbaine, communaute de communes, grand quartier, fuseau horaire, continent, massif forestier, ars',
  zip: 'code postal, cp, codepostal, code postale, codepos, cod postal, c postal, npa, postal, codpost, code post, c post, cd postal, cpost',
  lat: 'latitude, lat, latitude wgs84, coordonnee y latitude, lat deg',
  lng: 'longitude, long, longitude wgs84, coordonnee x longitude',
  coordinates:
    'coordonnees, coordonnee, coordonneesxy, coordonnees gps, coordonnees geographiques, geolocalisation, localisation gps, geometrie, geo point, point geo, coordonnees xy, position, position gps, coord gps, latitude longitude, point gps, coordonnees geo, geoloc',
  xaxis: 'coordonnee x, coord x, coordx, x coord, xlong, coordonnees x, x wgs84, position x',
  yaxis: 'coordonnee y, coord y, coordy, y coord, ylat, coordonnees y, y wgs84, position y',
  north: 'nord',
  east: 'est',
  projected: 'lambert, lambert 93, l93, lamb93, rgf93, lambert2, l2e, ntf, mn95, lambert ii',
  location: 'lieu, localisation, emplacement, situation, lieux, endroit, site',
  kind: 'type, categorie, nature, genre, activite, secteur d activite, famille, typologie, theme, thematique, rubrique, specialite, filiere, domaine activite, type etablissement, categorie etablissement, cuisine, type de cuisine, domaine thematique, essence, espece, sous categorie, discipline, sport pratique, metier, branche, vocation, classification, confession, type equipement, appellation type, natur, categ, domaine, specialisation, type bien, type de bien, type local, corps de metier, secteur activite, nature etablissement, type de lieu, type lieu, type site, type de site, type equipement nom, activite principale, libelle activite, libelle naf, libelle ape, categorie activite, nature equipement, type hebergement, type de structure, type structure, type de commerce, type commerce, type magasin, type point, type etab, libelle categorie, categorie libelle, type acces, usage, destination principale, catalogue, style, type energie, sous type, type objet, type evenement',
  kindof: 'classe, groupe, niveau, classement, segment, sorte',
  brand: 'enseigne, marque, reseau, chaine',
  status: 'statut, etat, phase, etat de conservation',
  territory: 'secteur commercial, zone commerciale, tournee',
  photo:
    'photo, image, photos, lien photo, url photo, url image, vignette, illustration, visuel, images, lien image, logo, photo 1, image 1, image principale, photo principale, url de la photo, lien vers la photo, media, medias, affiche, visuel url',
  filename: 'fichier, nom de fichier, chemin',
  url: 'lien, liens, adresse url, source, permalien, fiche',
  video: 'video, lien video',
  width: 'largeur',
  height: 'hauteur',
  color: 'couleur, couleur marqueur',
  radius: 'rayon, rayon km, rayon de livraison, perimetre rayon',
  drivetime: 'temps de trajet, temps de conduite, duree trajet, temps trajet, temps de route',
  expire:
    'expire le, date d expiration, date expiration, expiration, valable jusqu au, fin de validite, date de fin de validite, echeance',
  registry:
    'siret, siren, insee, code insee, code commune, cog, dep code, codgeo, id national, appariement, matricule, uai, rne, finess, numero uai, code uai, numero finess, museofile, numero siret, numero siren, n siret, n siren, tva, no tva, naf, ape, code ape, code naf, rna, uic, code uic',
  outlet: 'magasin, boutique, agence, station, arret, pdv, point de vente, site, entrepot, borne, depot',
  code: 'code, reference, ref, sigle, code site, clef, cle',
  number: 'numero, no, num, n, nro, rang',
  id: 'identifiant, ident, idt',
  index: 'ligne, numero de ligne',
  count: 'nombre, nb, nbre, total, effectif, somme, pourcentage, taux, moyenne, part, nombre de',
  date: 'date, annee, mois, jour, heure, debut, fin, ouverture, fermeture, creation, maj, mise a jour, depuis, construction, mise en service, naissance, periode, saison, siecle, duree, fermeture annuelle, annee de construction, date maj, epoque, horodatage, age, jours nocturnes',
  phone:
    'telephone, tel, fax, portable, mobile, numero de telephone, telecopie, numero telephone, no tel, standard tel',
  email:
    'courriel, mail, email, e mail, adresse mail, adresse electronique, mel, courrier electronique, adresse email',
  website: 'site web, site internet, internet, web, siteweb, page web, site officiel, url site',
  quantity:
    'population, superficie, surface, capacite, lits, places, prix, tarif, tarifs, cout, montant, chiffre d affaires, ca, eleves, note moyenne, etoiles, altitude, hauteur, poids, distance, puissance, puissance nominale, temperature, valeur, habitants, loyer, tarification, budget, debit, longueur, profondeur, circonference, volume, effectifs, votants, pdc, points de charge, chambres, densite, densite population, salaries, remise, solde, devise, loyer mensuel, nombre de lits, superficie m2, surface habitable, surface terrain, nb places, nb pieces, pieces, nombre pieces, note, avis, jauge, dimension, effectif total, hauteur m, diametre, circonf, debit max, tirage, recettes, subvention, montant subvention, distance km, denivele, duree',
  hours:
    'horaires, horaire, heures, lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, jours, heures ouverture, horaires ouverture, horaires d ouverture, periode ouverture',
  flag: 'ferme, annexe, actif, ouvert, accessible, pmr, accessibilite, gratuit, payant, acces pmr, handicap, prive, wifi, disponible, est, prise, restauration, hebergement oui non, labellise, oui non, accessibilite pmr, reservation, paiement',
  person:
    'sexe, langue, nationalite, fonction, profession, service, poste occupe, metier personne, genre personne, statut juridique, forme juridique',
  other:
    'ancien, ancienne, nouveau, plus proche, parent, naissance lieu, tutelle, academique, raccordement, precedent, score, qualite xy, siege, autre, rep, indice de repetition, indrep, implantation, croisement, intersection, carrefour, lieu de naissance, ville de naissance, commune de naissance, naissance, ville la plus proche, gare la plus proche, commune limitrophe, pays de naissance, ville naissance, ancien nom, ancienne adresse, cheflieu, chef lieu, canton ancien',
  owner:
    'proprietaire, gestionnaire, exploitant, amenageur, operateur, demandeur, maitre d ouvrage, bailleur, petitionnaire, titulaire, organisateur, syndic, tuteur, gestion',
  mailing: 'correspondance, courrier',
  billing: 'facturation, facture',
  shipping: 'livraison, expedition',
  site: 'principale, principal',
  home: 'domicile, personnel',
  work: 'professionnel',
  origin: 'depart, origine, lieu de depart',
  destination: 'arrivee, lieu d arrivee',
  alternative:
    'court, long, courte, longue, complet nom, officiel, abrege, maj nom, min, majuscule, minuscule',
  stop: 'de, du, des, d, la, le, les, l, et, ou, a, au, aux, en, sur, pour, par, dans, un, une, avec, entre, quel, quelle, votre, vos, veuillez',
  plain:
    'wgs84, decimal, gps, geographique, geo, champ, colonne, etab, complete, decimale, libelles, entite, dms, etabl',
};
