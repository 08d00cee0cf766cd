import type { Vocabulary } from '../../concepts.js';

/** Words of headers in Spanish. */
export const concepts: Vocabulary = {
  name: 'nombre, nombres del lugar, denominacion, titulo, rotulo, nom, nombre completo, nombre oficial, etiqueta, denominacion generica, nombre del sitio, nombre corto, denominacion especifica, toponimo, nomb, dcentro, dnombre, nombre lugar, nombre sitio, nombre del lugar, nombre sede, nombre centro, nombre tienda, nombre sucursal, nombre propio, nombre estacion, nombre punto, nombre parada, nombre proyecto, nom estacion, nombre equipamiento, nombre instalacion, nombre entidad comercial',
  org: 'empresa, razon social, organizacion, compania, sociedad, institucion, entidad, organismo, nombre comercial, nombre fantasia, nombre de fantasia, corporacion, negocio, nombre empresa, cooperativa, asociacion, nombre de la unidad economica, nom estab, raz social, dependencia nombre',
  entity: `escuela, colegio, instituto, universidad, hospital, clinica, biblioteca, museo, parque, estacion, parada, tienda, local, restaurante, hotel, iglesia, sucursal, oficina, establecimiento, edificio, aeropuerto, banco, cajero, cafe, bar, farmacia, concesionario, almacen, planta, fabrica, camping, playa, sendero, lago, rio, cerro, volcan, montana, finca, mercado, bodega, cerveceria, gimnasio, piscina, estadio, equipo, club, teatro, cine, monumento, puente, torre, puerto, galeria, kiosco, quiosco, guarderia, cliente, proveedor, socio, sede, centro, centro educativo, centro de salud, hostal, alojamiento, albergue, equipamiento, instalacion, punto de venta, pdv, punto, gasolinera, estacion de servicio, comercio, recinto, obra, proyecto, ayuntamiento, comisaria, cementerio, arbol, fuente, estatua, jardin, area de juego, punto limpio, aparcamiento, terminal, institucion educativa, ips, prestador, unidad, jardin infantil, plantel, unidad medica, punto de recarga, electrolinera, evento, consultorio, residencia, monasterio, castillo, yacimiento, ermita, supermercado, panaderia, taller, espacio, espacio cultural, recurso, deposito, distribuidor, agente, nombre del establecimiento, refugio, mirador, balneario, polideportivo, campus, secundaria, preparatoria, jardin de ninos, kinder, escuela infantil, centro comercial, centro cultural, centro deportivo, centro social, centro medico, centro de acopio, centro de votacion, puesto de votacion, local de votacion, recinto electoral, casa de cultura, cancha, canchas, unidad deportiva, plaza comercial, feria, mercadillo, kiosko, heladeria, cafeteria, pizzeria, licoreria, drogueria, botica, optica, veterinaria, peluqueria, gimnasio nombre, hosteria, posada, pension, cabana, camping nombre, bodega nombre, vinoteca, almazara, fabrica nombre, mina, pozo, presa, embalse, represa, faro, muelle, terminal de transporte, paradero, estacion de metro, estacion de bomberos, cuartel, carcel, juzgado, notaria, registro civil, consulado, embajada, capilla, templo, catedral, convento, mezquita, sinagoga, palacio, muralla, yacimiento arqueologico, zona arqueologica, parque natural, reserva, humedal, playa nombre, cascada, cueva, isla nombre, antena, camara, radar, contenedor, desfibrilador, aed, dea, semaforo, accidente, inmueble, propiedad, vivienda, predio, finca nombre, hacienda, rancho, granja`,
  first: 'nombres, primer nombre, nombre de pila, tratamiento, segundo nombre',
  last: 'apellido, apellidos, primer apellido, apellido paterno, segundo apellido, apellido 1, apellido materno',
  fullname:
    'nombre y apellidos, nombre y apellido, apellidos y nombre, apellidos y nombres, alumno, empleado, participante, nombres y apellidos, paciente',
  contact:
    'contacto, responsable, director, directora, encargado, gerente, persona de contacto, titular nombre, representante, rector, representante legal, vendedor, autor, arquitecto, artista, nombre contacto, administrador, coordinador, asesor',
  description:
    'descripcion, observaciones, observacion, comentario, comentarios, nota, notas, detalle, detalles, informacion, resumen, resena, texto, servicios, transporte, accesos, como llegar, historia, equipamientos, prestaciones, actividades, motivo, descripcion entidad, indicaciones, desc',
  address:
    'direccion, domicilio, dir, direcciones, direccion completa, domicilio fiscal, direccion postal, direc, domic, direccion fisica, domicilio completo, ubicacion direccion',
  street:
    'calle, via, nombre de la via, nombre via, nombre de via, calle y numero, nombre calle, vialidad, nombre vialidad, nombre de la vialidad, avenida, calle numero, nom vial, direccion via nombre, nomvia, calle nombre, carretera, calle y altura, arteria, calle principal, calle y no, calle num, nombre_calle numero, calle direccion, nom calle, via publica, direccion calle, domicilio calle, domicilio via, nombre de la calle, calle y nro, calle nro, direccion via',
  line2:
    'complemento, direccion 2, piso, interior, numero interior, num int, depto, puerta, escalera, planta puerta, apartamento, referencia direccion, linea 2, numint, letra int, bloque, apartado, apdo, dpto nro, piso puerta, domicilio complemento, torre depto, num interior, no interior, no int, interior depto, depto interior, escalera piso puerta, oficina local, local oficina, linea direccion 2, direccion linea 2, resto direccion, resto domicilio',
  houseno:
    'numero exterior, num ext, numero calle, numero de calle, no exterior, altura, numero domicilio, nro calle, numext, numero via, num via, num calle, numero finca, nro puerta, num portal, portal, numero ext, altura calle, calle altura nro, numero de via, numero portal, num domicilio, nro domicilio, numero de domicilio, no ext, nro ext, nro casa, numero casa, numero de casa, no de calle, num vivienda, domicilio numero, direccion num, direccion nro, num de via, nro de puerta',
  settlement:
    'ciudad, localidad, poblacion, pueblo, ciudad localidad, nombre localidad, nom loc, nombre de localidad, nombre ciudad, ciudades, pob, nucleo, entidad poblacion, centro poblado, asentamiento, ciudad municipio, nombre de la localidad, nom localidad, ciudad o localidad, ciudad poblacion, municipio localidad nombre, nombre poblacion, ciudad nombre, localidad nombre, poblacion nombre, urbe',
  municipality:
    'municipio, comuna, municipios, nombre municipio, nom mun, nombre del municipio, termino municipal, concejo, ayuntamiento municipio, muni, mpio, delegacion, alcaldia, municipio o delegacion, nommun, delegacion municipio, comunas, dmunic, nmun, mnpio, munpio, mun, municipio nombre, nombre comuna, nom comuna, municipio de, nombre de municipio, nom municipio, municipio colonia, alcaldia municipio, alcaldia o municipio, nombre alcaldia, dmunicipio, municipi',
  level2:
    'canton, provincia, provincias, partido, nombre provincia, prov, nom prov, distrito, nom dpto, provincia nombre, nprov, pcia, pvcia, provia, prv',
  level1:
    'comunidad autonoma, estado, departamento, entidad federativa, ccaa, comunidad, autonomia, region, nombre departamento, nom ent, nombre estado, nombre de entidad, nombre entidad, departamentos, dpto, depto nombre, comunidad autonoma nombre, ca, comaut, nombre dpt, estados, nombre region, entidad estado, nombre de la entidad federativa, depart, entidad, edo',
  region: 'macroregion, zona region',
  country: 'pais, paises, nacion, nombre pais, nom pais, pais nombre',
  neighbourhood:
    'barrio, colonia, nombre barrio, urbanizacion, sector, manzana, zona, fraccionamiento, comarca, seccion censal, seccion, vereda, corregimiento, upz, parroquia, subzona, mancomunidad, circuito, nombre colonia, asentamiento colonia, nombre de asentamiento, nombre distrito, isla, area sanitaria, ageb, ubigeo, comuna barrio, zona horaria, continente, cuadrante, ugel, jurisdiccion, asent, asenta',
  zip: 'codigo postal, cp, cod postal, c postal, cpostal, codpostal, codigopostal, cod post, dcp, postal, c p, cod pos, codpos, c post',
  lat: 'latitud, lat, latitud wgs84, latitud decimal, coordenada latitud, latitude, lati',
  lng: 'longitud, long, longitud wgs84, longitud decimal, lon, longi, coordenada longitud, longitude',
  coordinates:
    'coordenadas, coordenada, coordenadas gps, georreferencia, geolocalizacion, geometria, ubicacion gps, punto geografico, posicion, coordenadas geograficas, georeferencia, localizacion gps, latitud longitud, geopunto, ubicacion geografica, georreferenciacion',
  xaxis:
    'coordenada x, coord x, coordenadax, x coord, coor x, coord geo x, posicion x, coordenadas x, punto x',
  yaxis:
    'coordenada y, coord y, coordenaday, y coord, coor y, coord geo y, posicion y, coordenadas y, punto y',
  north: 'norte',
  east: 'este, oeste',
  projected:
    'utm, utm x, utm y, etrs89, ed50, huso, gauss kruger, posgar, magna, coordenada x utm, coordenada y utm',
  location: 'ubicacion, localizacion, lugar, emplazamiento, situacion, lugar direccion',
  kind: 'tipo, categoria, clase, rubro, giro, actividad, especialidad, naturaleza, tipologia, tematica, tema, sector economico, tipo de establecimiento, tipo centro, tipo cocina, cocina, modalidad, subcategoria, categorias, tipos, tipo de local, actividad economica, nombre act, nombre de clase de la actividad, grupo actividad, clasificacion, especie, genero musical, subtipo, uso, nombre actividad, familia, confesion, tipo de institucion, deporte, naturaleza juridica, ambito, caracter, sostenimiento, nivel educativo, ramo, especializacion, tipo actividad, giro comercial, tipo via acceso, tipo vivienda, tipo inmueble, tipo propiedad, tipo comercio, tipo negocio, tipo de negocio, tipo de comercio, tipo establecimiento, tipo local, tipo de centro, tipo de evento, tipo evento, tipo servicio, tipo de servicio, tipo entidad, tipo punto, tipo de punto, tipo de parada, tipo parada, tipo estacion, tipo recurso, tipo alojamiento, tipo de alojamiento, tipo de obra, tipo accidente, tipo de accidente, tipo delito, delito, tipo de vivienda, tipo arbol, especie arbol, nombre categoria, categoria nombre, clasificacion nombre, subrubro, sub rubro, linea negocio, segmento negocio, nivel atencion, complejidad, tipo gestion, gestion tipo, titularidad tipo, tipo de gestion, tipo de escuela, tipo hospital, tipo museo',
  kindof: 'grupo, nivel, segmento, estrato, etapa',
  brand: 'marca, cadena, bandera, franquicia, insignia, red',
  status: 'estatus, situacion estado, estado actual, estado de conservacion, fase',
  territory: 'territorio, zona de venta, ruta',
  photo:
    'foto, imagen, fotografia, url imagen, url foto, enlace foto, fotos, imagenes, enlace imagen, miniatura, logotipo, logo, link foto, link imagen',
  filename: 'archivo, nombre archivo, fichero, ruta archivo',
  url: 'enlace, vinculo, fuente, content url, enlaces, ficha, link',
  video: 'video, enlace video',
  width: 'ancho, anchura',
  height: 'alto, altura px',
  color: 'color, color marcador',
  radius: 'radio, radio km, radio de cobertura, radio entrega, radio metros',
  drivetime:
    'tiempo de viaje, tiempo conduccion, tiempo de conduccion, minutos en coche, tiempo viaje, tiempo de manejo',
  expire:
    'vencimiento, fecha de vencimiento, fecha vencimiento, caducidad, fecha de caducidad, expira, valido hasta, fecha caducidad, vigencia hasta, fecha expiracion',
  registry:
    'cif, nif, rfc, nit, ruc, dane, divipola, ine, cuit, matricula, expediente, codigo ine, codigo dane, pk registro, rnt, folio, cve ent, cve mun, registro, habilitacion, rbd, cue, cct, clues, codigo modular, dni, rut, rif, cuil, curp, iban, codigo cnae, cnae codigo, refcat, referencia catastral',
  outlet:
    'tienda, sucursal, local, estacion, parada, pdv, punto de venta, almacen, deposito, gasolinera, oficina, agencia',
  code: 'codigo, cod, clave, sigla, referencia, ref, codigo centro, codcentro, cve, idescuela',
  number: 'numero, num, nro, no, n',
  id: 'identificador, ident',
  index: 'fila, indice, renglon',
  count:
    'cantidad, cant, total, numero de, suma, porcentaje, tasa, promedio, conteo, camas, aforo, casos, num de',
  date: 'fecha, ano, mes, dia, hora, inicio, fin, apertura, cierre, creacion, actualizacion, alta, baja, desde, hasta, construccion, fundacion, nacimiento, periodo, epoca, siglo, ultima actualizacion, fecha nacimiento, inauguracion, edad, duracion, fecha alta, temporada, anio',
  phone:
    'telefono, telefonos, tel, movil, celular, fax, tlf, telf, tfno, telef, numero de telefono, telefono fijo, telefono movil',
  email: 'correo, correo electronico, correo e, email, e mail, mail, direccion de correo, correoelectronico',
  website: 'sitio web, pagina web, web, sitioweb, pagina, portal web, url web, sitio internet, www',
  quantity:
    'superficie, capacidad, plazas, precio, costo, coste, tarifa, importe, alumnos, matricula alumnos, habitantes, calificacion, estrellas, altitud, peso, distancia, potencia, temperatura, valor, ingreso, ingresos, empleados, personal ocupado, per ocu, metros, area construida, longitud km, altura m, ventas, saldo, resenas, num resenas, nivel precio, puntuacion, habitaciones, recamaras, banos, elevacion, profundidad, presupuesto, renta, monto, descuento, moneda, inversion',
  hours:
    'horario, horarios, horario apertura, lunes, martes, miercoles, jueves, viernes, sabado, domingo, horas, dias',
  flag: 'activo, accesible, accesibilidad, abierto, publico, disponible, es, tiene, si no, gratuito, vigente, estacionamiento, reserva, wifi, internet, habilitado, concertado, gratis, accesibilidad fisica',
  person:
    'sexo, idioma, nacionalidad, cargo, puesto, profesion, genero, departamento interno, ocupacion, rol, dni',
  other:
    'anterior, antiguo, antigua, nuevo, mas cercano, nacimiento lugar, padre, entre calles, entre calle, esquina, entre, tipo vial, tipo via, clase vial, orientacion, vialidad adyacente, km, sentido, tipo de vialidad, tipo asentamiento, cercano, cercana, matriz, dependencia, calidad, otro, pago, cruce, interseccion, cruzamiento, lugar de nacimiento, calle 1, calle 2, entre calle 1, entre calle 2, ciudad mas cercana, ciudad nacimiento, ciudad de nacimiento, pais nacimiento, pais de nacimiento, ref, referencias, punto de referencia, datum, zona utm, huso horario, sentido via, tipo calle, tipo de calle, tipo de via, tipovia',
  owner:
    'propietario, propietaria, titular, operador, dueno, solicitante, arrendatario, gestor, administracion titular, entidad titular, concesionario titular, promotor, organizador, titularidad, permisionario, poseedor, beneficiario',
  mailing: 'correspondencia, notificacion, envio postal',
  billing: 'facturacion, factura, fiscal',
  shipping: 'envio, entrega, despacho',
  site: 'ubicacion fisica, principal',
  home: 'particular, casa',
  work: 'laboral, trabajo',
  origin: 'origen, salida, partida',
  destination: 'destino, llegada',
  alternative:
    'corto, largo, oficial, original, alternativo, ingles, espanol, abreviado, abreviatura, completo nombre, castellano, valenciano, catalan, euskera',
  stop: 'de, del, la, el, los, las, y, o, en, a, al, por, para, con, un, una, lo, e, se, su, cual, su nombre es, tu, indique',
  plain:
    'wgs84, decimal, geo, geografica, campo, columna, desc nombre, completo, completa, decimales, grados, bib, dato, nombre dato, fisica',
};
