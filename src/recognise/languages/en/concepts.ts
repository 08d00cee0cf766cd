import type { Vocabulary } from '../../concepts.js';

/** Words of headers in English. */
export const concepts: Vocabulary = {
  name: 'name, names, title, nm, label, display name, caption, known as, headline, site title, place title, facility nm, full title',
  org: `company, organization, organisation, org, business, business name, firm, institution, agency, account, legal name, dba,
    dba name, doing business as, doing business as name, trade name, trading name, corporate name, corporation, legal entity,
    manufacturer, publisher, facility name, common name, aka name, location name`,
  entity: `school, college, university, hospital, clinic, library, libraries, museum, park, station, stop, store, shop, restaurant, hotel, church, branch, office, facility, facilities, building, airport, bank, atm, cafe, coffee shop, bar, pub, pharmacy, pharmacies, dealer, dealership, retailer, outlet, warehouse, depot, plant, factory, factories, camp, campground, campsite, beach, trail, trailhead, lake, river, mountain, peak, summit, farm, farmers market, winery, wineries, brewery, breweries, vineyard, distillery, gym, pool, playground, stadium, stadia, arena, team, club, theatre, theater, cinema, monument, landmark, memorial, attraction, charger, charging station, charge point, charging point, bridge, tower, port, terminal, gallery, galleries, garage, kiosk, shelter, provider, practice, surgery, nursery, nurseries, kindergarten, daycare, childcare, care home, event, festival, race, casino, prison, jail, embassy, embassies, consulate, vendor, supplier, customer, client, merchant, partner, tenant, sensor, webcam, tree, bench, fountain, toilet, restroom, statue, mural, artwork, cemetery, castle, cave, volcano, dam, waterfall, island, establishment, premises, venue, poi, point of interest, landfill, temple, mosque, synagogue, parish church, heritage site, nursing home, laboratory, lab, studio, salon, bakery, supermarket, mall, shopping centre, shopping center, center, centre, market, marina, lighthouse, zoo, garden, garden centre, recycling centre, food bank, food pantry, pantry, community center, fire station, police station, post office, gas station, petrol station, fuel station, weather station, bus stop, metro station, subway station, railway station, campus, hostel, resort, spa, winemaker, producer, grower, distributor, franchise, licensee, installer, contractor, member, place, agent, agency name, development, apartment, complex, property name, project, dataset, feature, asset, dispensary, hub, spot, object, item, settlement name, plot, trailer park, nursery school, preschool, daycare center, childcare center, community centre, leisure centre, health centre, health center, medical center, medical centre, courthouse, city hall, town hall, armory, observatory, aquarium, bowling alley, golf course, ski area, ski resort, fishing site, boat ramp, dog park, skate park, recreation center, senior center, cooling center, vaccination site, testing site, drop off, drop box, collection point, parcel locker, locker, lodge, inn, guest house, holiday park, caravan park, farm shop, butcher, florist, optician, dentist, dental practice, gp practice, vet, veterinarian, barber, hairdresser, car park, parking lot, tank, well, borehole, mine, quarry, wind farm, wind turbine, solar farm, power plant, power station, reservoir, gauge, buoy, antenna, mast, cell tower, monitoring station, monument name, wreck, shipwreck, battle, meteorite, earthquake`,
  first:
    'first, first name, fname, given name, forename, firstname, middle, middle name, initial, nickname, prefix, suffix, salutation',
  last: 'last, last name, lname, surname, family name, lastname',
  fullname:
    'full name, fullname, fio, student, patient, employee, volunteer, attendee, guest, person, resident, voter, candidate, participant',
  contact:
    'contact, contact person, contact name, manager, director, principal, head teacher, headteacher, coach, head coach, rep, sales rep, representative, agent name, realtor, inspector, driver, author, artist, architect, creator, president, ceo, founder, responsible, assigned to, superintendent, username, user, user name, reviewer, reported by, photographer',
  description:
    'description, desc, descr, note, notes, comment, comments, remark, remarks, details, detail, summary, info, information, about, overview, text, message, instruction, instructions, reason, narrative, directions, violation, violations, features, amenities, services, keywords, history, review, body, excerpt, memo, bio, license, licence, copyright, attribution, credit, credits',
  address:
    'address, addr, addresses, add, adr, single line, singleline, address line, addr ln, addrln, full street address, formatted address, full address, complete address, address full, postal address',
  street:
    'street, st address, street address, road, avenue, thoroughfare, str, road name, addr street, street addr, street line, on street, street name, house, street addr1, roadname, st name, strt, rd name, addr1, address street, address1 street, streetaddress line, address line one',
  line2:
    'suite, ste, apt, apartment number, unit, apt number, suite number, unit number, apt suite, floor, secondary address, address extra, additional address, extended address, address supplement, apt unit, po box, apartment unit, room, addr2, address two, apt suite other, second address line, flat, flat number, apt no, ste number, saon',
  houseno:
    'house number, housenumber, house no, houseno, street number, streetnumber, street no, building number, address number, hnr, civic number, house num, street num, building no, addr num, st number, housename or number, address no, house number name, street nbr, st no, st num, house nbr, strno, bldg no',
  settlement:
    'city, town, village, suburb, post town, posttown, city name, town name, city town, town city, city or town, hamlet, cty, city village, place name, placename, postal city, city municipality name, muncipality city, post office city, locale city, suburb town, town suburb, city suburb, suburb name, citytown, populated place, locality name, census place',
  locality: 'locality',
  municipality: 'municipality, township, commune, city municipality, municipal, muni',
  level2:
    'county, parish, cnty, co name, county name, regency, sub region, subregion, ceremonial county, prefecture, oblast, district, tehsil, taluk, taluka, admin2, adm2, admin 2, county district, admin name2, admin2 name, admin name 2, admin level 2, adm2 name',
  level1:
    'state, province, prov, state province, province state, state or province, stateprovince, st, territory state, governorate, voivodeship, administrative area, admin1, admin 1, state name, state abbr, us state, usps, state region, region state, stabbr, adm1, state territory, county state, stusps, st abbr, state code name, admin name, admin name1, admin1 name, admin name 1, admin level 1, adm1 name, admin region',
  region: 'region, regions',
  country:
    'country, nation, country region, country name, cntry, iso country, iso2, iso3, iso a2, iso a3, country iso, ctry, nationality country, country territory, iso3166, country cd, country of location, ctry name, cntry name, countryname, adm0, admin0, country long, nation name',
  neighbourhood:
    'neighborhood, neighbourhood, borough, ward, quarter, precinct, community area, census tract, tract, block, council district, community district, nta, lga, local authority, local government area, electorate, constituency, metro area, metropolitan area, msa, cbsa, subdivision, zone, sector, school district, police district, community, timezone, time zone, tz, continent, subzone, division, supervisor district, fire district, congressional district, statistical area, diocese, locale, la name, lad, lad name, lea name, lsoa, msoa, boro, boroname, admin3, admin name3, admin name 3, adm3, adm4',
  zip: 'zip, zipcode, zip code, postcode, post code, postal code, postalcode, postal, zip4, pincode, pin code, zip postal code, zip postal, postal zip, postcode zip, zip5, eircode, zip plus four, pcode, postal zip code, zipcd, zippostal, pc, pin, zip postcode, us zip, mail zip5, zip 5, postalzip, post zip, zipc, zip cd, area postcode',
  lat: 'lat, latitude, latit, latitud, gps lat, y lat, latdd, lat dd, declat, lat deg, latitude deg, decimal latitude, latwgs84, ylat, lati',
  lng: 'lng, lon, long, longitude, longit, gps lon, gps long, x lon, londd, long dd, declong, lon deg, longitude deg, decimal longitude, xlong, xlon, lngt, longi, lgt',
  coordinates:
    'coordinates, coordinate, coords, coord, latlng, latlon, latlong, lat lng, lat lon, lat long, lnglat, lonlat, longlat, geopoint, geo point, geo point 2d, geolocation, geo location, geocode, geocoded location, geocoded column, geom, the geom, geometry, shape, wkt, geo shape, point, lat and long, gps coordinates, latitude longitude, longitude latitude, position, latitude and longitude, gps location, lat lngs, centroid, georeference, new georeferenced column, geo, gps, coordinate location, map location, lat long location',
  xaxis:
    'x, x coord, xcoord, x coordinate, coord x, point x, coordinate x, pos x, geo x, x wgs84, wgs84 x, x axis, xcoordinate, coordx',
  yaxis:
    'y, y coord, ycoord, y coordinate, coord y, point y, coordinate y, pos y, geo y, y wgs84, wgs84 y, y axis, ycoordinate, coordy',
  north: 'north, northing, n',
  east: 'east, easting, e',
  projected: 'utm, state plane, lambert, epsg, mercator, osgb, gauss, bng, grid, mgrs, usng',
  location: 'location, loc, whereabouts, physical location',
  kind: 'category, categories, type, kind, genre, cuisine, denomination, industry, classification, sub category, subcategory, primary category, main category, primary type, amenity, fclass, typology, tag, tags, cuisine type, sport, speciality, specialty, specialization, species, main type, occupancy type, facility type, place type, property type, building type, land use, landuse, category name, cat, subtype, sub type, theme, discipline, sector type, type name, program type, affiliation, business line, vertical, lifecycle stage, risk category, tier, specialisation, asset type, room type, property kind, listing type, incident type, crash type, accident type, crime type, offense, school type, store type, poi type, facility category, venue type, business type, license category, service type, organisation type, organization type, establishment type, site type, station type, stop type, tree species, species name, vehicle type, offence, offense type, event type, project type, structure type, waterbody type, religion type, school level, school category, hotel type, property use, zoning type, primary use, business category, industry sector, niche, style of cuisine, food type',
  kindof: 'class, group, grouping, segment, form, style, level, grade, family',
  brand: 'brand, chain, banner, network, make',
  status: 'status, state of repair, condition, stage, phase, zoning, operational status, current status',
  territory: 'territory, sales territory, sales region, area, route, market area',
  photo:
    'photo, picture, image, img, pic, thumbnail, photograph, logo, photo url, image url, image link, photo link, img url, image src, thumbnail url, cover image, featured image, banner image, main image, avatar, picture url, hero image, pictures, primary image, imagery, icon url, image file, source file, photo link url, thumb, thumb url, cover, cover photo, cover url, main photo, featured photo, banner, banner url, photo 1, image 1, img 1, picture 1, snapshot, poster',
  filename: 'file, filename, file name, path, file path',
  url: 'url, link, href, uri, src, permalink, www, hyperlink, http, source, wikipedia, wikidata, facebook, instagram, twitter, linkedin, social, google maps, map url, reference, tripadvisor, yelp',
  video:
    'video, youtube, vimeo, youtube id, video id, video url, youtube url, youtube link, video link, videoid, ytid',
  width: 'width',
  height: 'height',
  color:
    'color, colour, marker color, marker colour, pin color, pin colour, hex color, fill color, line color',
  radius:
    'radius, radius miles, radius km, search radius, service radius, delivery radius, coverage radius, radius mi',
  drivetime:
    'drive time, drivetime, drive minutes, driving time, drive time minutes, travel time, travel minutes, minutes drive',
  expire:
    'expire, expires, expiry, expiration, expiry date, expiration date, valid until, valid to, expire date, expires at, expires on, valid through, best before',
  registry:
    'fips, geoid, gnis, npi, cms, ein, apn, parcel, parcel id, ncessch, urn, callsign, permit number, permit, case number, barcode, alias, uuid, guid, handle, slug, sku, symbol, icao, faa, iata, identifier code, camis, uprn, tin, duns, vat, vat number, tax id, siret, cage code, ncesid, state id, isbn, ean, upc, usrn, toid, bin, bbl',
  outlet:
    'store, shop, branch, stop, station, facility, outlet, depot, warehouse, restaurant, site, location, atm, kiosk, terminal, franchise, dealer, dealership, retailer, office, place',
  code: 'code, ref, cd, key, abbr, abbreviation, abbrev, acronym, shortcode',
  number: 'number, no, num, nbr, nr, nummer',
  id: 'id, identifier, ids, oid, fid, objectid, object id, record id, gid, pk, place id, osm id, zpid, row id, uid, globalid, global id, recordid, external id, parent id',
  index: 'index, unnamed, rownum, row number, row, level 0',
  count:
    'count, total, num of, number of, no of, qty, quantity, amount, sum, avg, average, mean, min, max, percent, pct, percentage, rate, ratio, share, per',
  date: 'date, year, month, day, time, timestamp, datetime, created, updated, modified, opened, opening, opening date, closed, closing, start, end, since, established, founded, founding, last updated, last modified, built, constructed, installed, joined, from, until, age, season, week, quarter year, created at, updated at, inspection, birthday, birth date, born, dob, duration, begin, issued, issue date, effective',
  phone:
    'phone, telephone, tel, mobile, cell, fax, phone number, ph, whatsapp, landline, toll free, contact number',
  email: 'email, e mail, mail, email address, mailto, mail address, emailaddress',
  website:
    'website, web, web site, homepage, site url, site web, webpage, web page, home page, web address, website address, website url',
  quantity:
    'population, pop, size, area sqft, sqft, square feet, acres, acreage, capacity, beds, bedrooms, bathrooms, seats, rating, ratings, score, stars, price, cost, fee, rent, revenue, sales, salary, income, value, enrollment, enrolment, students, employees, staff, volume, weight, length, elevation, altitude, depth, distance, temperature, speed, magnitude, power, kw, voltage, budget, tax, votes, rank, ranking, reviews, review count, visitors, passengers, spaces, ports, rooms, units, floors, stories, lanes, accuracy, precision, zoom, density, frequency, level of, discount, stock, inventory, balance, metres, meters, feet, miles, km, dot, radius accuracy, sq, ft, elevation ft, elev, alt, ele, depth km, dollars, usd, eur, sq meters, hectares, ha, households, home value, zestimate, sqmt, carats, occupancy, enrolled, pupils, teachers, ratio, median, mean, std, min price, max price, likes, followers, views, downloads, calls, visits, units sold, gallons, liters, litres, pressure, humidity, wind speed, rainfall, ph, turbidity, dbh, diameter, circumference, girth, height m',
  hours:
    'hours, hour, opening hours, business hours, schedule, open, opening times, times, monday, tuesday, wednesday, thursday, friday, saturday, sunday, mon, tue, wed, thu, fri, sat, sun, availability, shift',
  flag: 'is, has, have, active, enabled, available, accessible, accessibility, wheelchair, verified, allowed, approved, required, free, public, private, open now, visible, deleted, sells, accepts, wifi, parking, delivery, takeout, featured, flag, yes, yn, do, does, access',
  person:
    'gender, sex, language, race ethnicity, ethnicity, marital, religion, role, job title, job, position title, occupation, department, dept, team name, payment, currency, subscription, consent, opt',
  other:
    'nearest, closest, parent, previous, former, old, new, birth, emergency, next, related, linked, target, geocoder, geocoding, match, matched, method, provider type, quality, data, dataset, version, file type, mime, query, result, source type, adjacent, cross, intersection, cross street, nearest intersection, between, corner, side, direction, directional, predirectional, pre, post, suffix type, legend, alt text, channel, license type, license number, licence number, payment method, fuel, color code, parent station, search, import, export, batch, contact type, owner type, headquarters, hq, alternate, alternative, secondary, other, second, third, backup, legal, birthplace, place of birth, born in, ip, nearest city, nearest station, previous address, next stop, headsign, line number, route id, agency id, district id, sales rep territory, utm zone, datum, projection, crs, srid, location accuracy, geo accuracy, geocode quality, match type, match score, loc type, georeference source',
  owner:
    'owner, applicant, landlord, taxpayer, operator, proprietor, manager name, managed by, owned by, operated by, trustee, developer, maintainer, lessee, grantor, petitioner, permittee, registrant, debtor, ownership, parent company, parent organization, contractor name, management company, responsible party, sponsor, guardian, agent for, holder, licensee, permit holder, account owner, contact owner, parent organisation, operated, run by, owner operator, property owner, mail owner, taxpayer name, assessee',
  mailing: 'mailing, mail to, correspondence, postal mailing, tax mailing',
  billing: 'billing, bill, bill to, invoice, invoicing',
  shipping: 'shipping, ship, ship to, delivery to, consignee, shipto, delivery',
  site: 'site, physical, property, situs, premise, service, main, primary, actual, gps, geographic, spatial, onsite',
  home: 'home, residence, residential, personal, permanent',
  work: 'work',
  origin:
    'origin, start point, pickup, pick up, departure, source location, begin point, initial location, from station, dep',
  destination: 'destination, dest, dropoff, drop off, arrival, end point, to station, arr, target location',
  alternative:
    'english, local, native, ascii, unaccented, original, orig, short, long name, abbreviated, official, german, french, spanish, italian, normalized, normalised, clean, raw, uppercase, translated, latin, romanized',
  stop: 'of, the, a, an, for, in, on, at, by, or, and, to, with, if, your, its, this, one, what, which, where, please, enter, you, us, live, located',
  plain:
    'wgs84, wgs, decimal, degrees, degree, deg, dd, text, field, column, col, value field, contact info, full, complete, txt, str value, geographical, geo coded, data field, public data, entity, list, properties, attributes, fields, custom field, meta, record, google, osm, addr prefix, vcard, basic, standard, approx, approximate, map, line, general, current, us, dec, listing, reporting, x',
};
