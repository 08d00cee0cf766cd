import type { Vocabulary } from '../../concepts.js';

/** Words of headers in Portuguese. */
export const concepts: Vocabulary = {
  name: 'nome, denominacao, titulo, designacao, nome oficial, nome completo, nome usual, nm, rotulo, toponimo, nome do local, nome popular, nome abreviado, designacao oficial, nome local, nome do ponto, nome unidade, nome da unidade, nome da escola, nome escola, nome do estabelecimento, nome estabelecimento, nome da loja, nome loja, nome equipamento, nome do equipamento, nome estacao, nome da estacao, nome parque, nome entidade, nome instituicao, nome do municipio local, nome evento, nome hotel, nome projeto, nome obra, nome do projeto, nome sitio, nome monumento, nome comum',
  org: 'empresa, razao social, organizacao, companhia, instituicao, entidade, nome fantasia, nome de fantasia, sociedade, orgao, nome comercial, firma, associacao, nome empresarial, negocio, no fantasia, no razao social, empreendimento comercial',
  entity: `escola, colegio, universidade, faculdade, hospital, clinica, biblioteca, museu, parque, estacao, paragem, parada, ponto de onibus, loja, restaurante, hotel, igreja, filial, agencia, escritorio, estabelecimento, edificio, aeroporto, banco, cafe, bar, farmacia, concessionaria, armazem, fabrica, camping, praia, trilha, lago, rio, montanha, fazenda, mercado, adega, cervejaria, academia, piscina, estadio, equipe, time, clube, teatro, cinema, monumento, ponte, torre, porto, galeria, quiosque, creche, cliente, fornecedor, socio, sede, unidade, unidade de saude, unidade escolar, posto, posto de saude, posto de combustivel, ponto de venda, pdv, ponto turistico, equipamento, instalacao, revenda, revendedor, agrupamento, cemiterio, arvore, fonte, estatua, jardim, ecoponto, estacionamento, centro, terminal, delegacia, miradouro, castelo, capela, quartel, lar, alojamento, pousada, evento, projeto, obra, ubs, upa, cras, distribuidor, produtor, quinta, padaria, supermercado, campus, patrimonio, imovel, empreendimento, feira, feira livre, barragem, atrativo, bem, drogaria, laboratorio, maternidade, pronto socorro, unidade basica, unidade basica de saude, centro de saude, centro cultural, centro comunitario, centro esportivo, ginasio, quadra esportiva, campo de futebol, praca nome, shopping, shopping center, mercado municipal, feira nome, ponto de coleta, ponto de apoio, ponto de interesse, ponto de carregamento, posto de carregamento, eletroposto, posto policial, batalhao, bombeiros, quartel nome, cartorio, forum, prefeitura, camara municipal, junta de freguesia, biblioteca municipal, arquivo, casa de cultura, sala de espetaculos, auditorio, pinacoteca, galeria de arte, memorial, forte, fortaleza, palacio, igreja matriz, catedral, mosteiro, convento, ermida, santuario, terreiro, cemiterio municipal, farol, cais, marina, aeroporto nome, rodoviaria, estacao de metro, estacao ferroviaria, estacao meteorologica, estacao de tratamento, paragem de autocarro, ponto de onibus nome, terminal rodoviario, pedagio, radar, camera, semaforo, poste, antena, usina, subestacao, poco, nascente, cachoeira, gruta, caverna, pico, serra, ilha, lagoa, praia nome, reserva, parque nacional, jardim botanico, horta, canil, abrigo, albergue, hostel, alojamento local, quinta nome, herdade, adega nome, vinicola, restaurante nome, churrascaria, lanchonete, padaria nome, pastelaria, confeitaria, sorveteria, bar nome, boate, oficina, oficina mecanica, concessionaria nome, autopecas, loja de pneus, borracharia, salao de beleza, barbearia, otica, petshop, clinica veterinaria, escola infantil, jardim de infancia, pre escola, ensino medio, autoescola, apartamento nome, condominio nome, lote nome, terreno`,
  first: 'primeiro nome, nome proprio',
  last: 'sobrenome, apelido, ultimo nome, nome de familia',
  fullname: 'nome e sobrenome, aluno, funcionario, participante, paciente, colaborador',
  contact:
    'contato, contacto, responsavel, diretor, diretora, gerente, pessoa de contato, representante, presidente, vendedor, autor, arquiteto, artista, proprietario nome, prefeito, coordenador, tecnico',
  description:
    'descricao, observacao, observacoes, obs, comentario, comentarios, nota, notas, detalhe, detalhes, informacoes, informacao, resumo, texto, servicos, historia, historico, complemento informacao, justificativa, indicacoes, acessos, motivo, atividades',
  address:
    'endereco, morada, enderecos, end, endereco completo, morada completa, domicilio, enderec, endereco postal, localizacao endereco, moradas',
  street:
    'rua, logradouro, nome logradouro, avenida, nome da rua, nome do logradouro, via, arruamento, no logradouro, rua e numero, rua numero, travessa, nome da via, endereco logradouro, ds endereco, nm logradouro, arteria, nome arteria, via publica, nome do arruamento, nome da avenida, arruamento nome, nome da artéria, endereco rua, rua avenida, rua av, rua endereco, morada rua, rua morada, logradouro nome, logradouro endereco, endereco via',
  line2:
    'complemento, compl, endereco 2, andar, apartamento, bloco, morada 2, sala, complemento endereco, ds complemento, lote, fracao, complemento logradouro, no complemento, complemento do endereco, compl endereco, complemento end, andar sala, lote andar, porta andar, complemento morada',
  houseno:
    'numero endereco, numero da casa, numero logradouro, num endereco, numero porta, numero de porta, porta, n porta, numero policia, numero de policia, numero imovel, nu endereco, numero rua, nr endereco, num porta, num logradouro, numero do logradouro, nro endereco, nro imovel, num imovel, num casa, endereco numero, logradouro numero, n policia, numero do imovel, nu logradouro, nr logradouro',
  settlement:
    'cidade, localidade, cidades, povoado, nome cidade, nome da cidade, povoacao, vila, designacao postal, localidade postal, cidade nome, nome da localidade, nome localidade, cidade municipio nome, cidade local, cidade residencia, localidade nome, desig localidade, designacao localidade, nome_cidade, ds cidade, nm cidade, no cidade',
  municipality:
    'municipio, municipios, nome municipio, nome do municipio, no municipio, nm municipio, munic, concelho, concelhos, nome concelho, municip, nome mun, mun, municipio nome, nome do concelho, concelho nome, municipio residencia, municipio local, ds municipio, desc municipio, nm mun, nomemun, municipio uf nome, municipio de residencia',
  level2: 'microrregiao, mesorregiao, comarca judicial, regiao imediata, regiao intermediaria',
  level1:
    'estado, uf, distrito, unidade da federacao, unidade federativa, estados, sigla uf, nome uf, unidade federacao, sg uf, nome estado, sguf, provincia, est, nm uf, distritos, nome distrito, estado uf, uf estado, estado nome, nome do estado, uf nome, nome do distrito, distrito nome, ds uf, provincia estado, estado provincia, uf sigla, nm estado',
  region: 'regiao, macrorregiao, nuts2, nuts ii, nuts iii, nuts3, regiao autonoma',
  country: 'pais, paises, nacao, nome pais',
  neighbourhood:
    'bairro, freguesia, nome bairro, zona, setor, subprefeitura, quadra, regional, regiao administrativa, bairros, freguesias, area de planejamento, setor censitario, loteamento, subdistrito, no bairro, nm bairro, distrito administrativo, regional administrativa, microarea, arpa, fuso horario, continente, ars',
  zip: 'cep, codigo postal, cod postal, cp, codpostal, no cep, nu cep, co cep, codigo enderecamento postal, cod cep, c postal, cod pos',
  lat: 'latitude, lat, latitude decimal, nu latitude, vl latitude, num latitude',
  lng: 'longitude, long, lon, lng, longitude decimal, nu longitude, vl longitude, num longitude',
  coordinates:
    'coordenadas, coordenada, coordenadas gps, georreferencia, geolocalizacao, geometria, posicao, ponto, coordenadas geograficas, localizacao gps, latitude longitude, georreferenciamento',
  xaxis: 'coordenada x, coord x, x coord, coordx, coordenadas x',
  yaxis: 'coordenada y, coord y, y coord, coordy, coordenadas y',
  north: 'norte',
  east: 'leste, este',
  projected: 'utm, sirgas, sad69, hayford gauss, pt tm06, datum 73, utm e, utm n, tm06',
  location: 'localizacao, local, lugar, sitio, onde',
  kind: 'tipo, categoria, classe, segmento, ramo, ramo de atividade, atividade, especialidade, natureza, tipologia, tematica, tipo de estabelecimento, tipo unidade, tipo de unidade, subcategoria, setor atividade, tipo cozinha, cozinha, culinaria, modalidade, genero, especie, tipo equipamento, natureza juridica, ds tipo unidade, atividade principal, cnae descricao, uso, tipo de ensino, classificacao, categorias, tipos, valencia, dependencia administrativa, esporte, especializacao, tipo imovel, tipologia imovel, ramo atividade, tipo estabelecimento, tipo local, tipo de local, tipo ponto, tipo de ponto, tipo loja, tipo de loja, tipo servico, tipo de servico, tipo evento, tipo de evento, tipo escola, tipo de escola, tipo acidente, tipo de acidente, tipo de imovel, tipo veiculo, tipo crime, tipo ocorrencia, tipo de ocorrencia, natureza ocorrencia, ds tipo, nome categoria, categoria nome, categoria principal, sub categoria, area de atuacao, ramo de negocio, setor de atividade, setor economico, tipo alojamento, tipo de alojamento, tipo de equipamento, tipo estacao, tipo arvore, especie arvore, nome especie, tipo hospital, tipo obra, tipo museu, culto, religiao, estilo',
  kindof: 'grupo, nivel, porte, faixa, etapa',
  brand: 'marca, bandeira, rede, cadeia, insignia',
  status: 'situacao, status, estado conservacao, estado de conservacao, situacao cadastral, fase',
  territory: 'territorio, rota, regiao de vendas',
  photo:
    'foto, imagem, fotografia, url imagem, url foto, link foto, fotos, imagens, miniatura, logotipo, logo, link imagem',
  filename: 'arquivo, ficheiro, nome arquivo, nome do arquivo, nome ficheiro',
  url: 'ligacao, fonte, hiperligacao, link, ficha',
  video: 'video, link video',
  width: 'largura',
  height: 'altura',
  color: 'cor, cor marcador, cor do marcador',
  radius: 'raio, raio km, raio de entrega, raio metros, raio atendimento',
  drivetime: 'tempo de conducao, tempo de viagem, minutos de carro, tempo conducao, tempo deslocamento',
  expire:
    'validade, data de validade, vencimento, data de vencimento, expira em, data validade, valido ate, data expiracao',
  registry:
    'cnpj, nif, cpf, ibge, codigo ibge, matricula, nipc, registro, dico, dicofre, geocodigo, cod ibge, co ibge, co municipio, cd municipio, inep, codigo inep, cnes, co cnes, cnae, cae, niss, iban, inscricao, inscricao estadual, inscricao municipal, cod ibge municipio',
  outlet: 'loja, filial, agencia, estacao, paragem, parada, pdv, ponto de venta, posto, armazem',
  code: 'codigo, cod, sigla, referencia, ref, chave, co, cd',
  number: 'numero, num, nro, no, n, nr, nu',
  id: 'identificador, ident',
  index: 'linha, indice',
  count: 'quantidade, qtd, qtde, total, numero de, soma, percentual, media, contagem, leitos, vagas, casos',
  date: 'data, ano, mes, dia, hora, inicio, fim, abertura, encerramento, fecho, criacao, atualizacao, desde, ate, construcao, fundacao, nascimento, periodo, seculo, data nascimento, inauguracao, idade, duracao, data cadastro, epoca, ultima atualizacao, competencia, safra',
  phone:
    'telefone, telefones, tel, celular, telemovel, fax, fone, contato telefonico, whatsapp, ddd, nu telefone, contacto telefonico',
  email: 'email, e mail, correio eletronico, mail, correio, endereco eletronico, no email',
  website: 'site, sitio web, website, web, pagina web, pagina, pagina internet, homepage',
  quantity:
    'superficie, capacidade, lugares, preco, custo, tarifa, valor, alunos, matriculas, habitantes, avaliacao, estrelas, altitude, peso, distancia, potencia, temperatura, faturamento, funcionarios, populacao, quartos, camas, area m2, volume, comprimento, profundidade, metros, renda, salario, orcamento, nota media, banheiros, preco medio, desconto, saldo, moeda, aluguel, condominio, capital social',
  hours:
    'horario, horarios, horario funcionamento, horario de funcionamento, segunda, terca, quarta, quinta, sexta, sabado, domingo, funcionamento, horas, dias',
  flag: 'ativo, acessivel, acessibilidade, aberto, disponivel, publico, sim nao, gratuito, possui, tem, estacionamento sn, wifi, internet, delivery, reserva',
  person: 'sexo, idioma, nacionalidade, cargo, profissao, funcao, ocupacao, papel, escolaridade, raca',
  other:
    'anterior, antigo, antiga, novo, mais proximo, tipo logradouro, tipo de logradouro, titulo logradouro, ponto de referencia, mae, cobranca, referencia local, gestao, outro, outra, pagamento, proximo, mantenedora nome, combustivel, produto, cruzamento, interseccao, intersecao, naturalidade, nascimento local, local de nascimento',
  owner:
    'proprietario, proprietaria, titular, operador, gestor, requerente, solicitante, mantenedora, concessionario, exploracao, promotor, organizador, tutela, mantenedor, dono, senhorio, locatario',
  mailing: 'correspondencia, correspondencias',
  billing: 'faturacao, fatura, faturamento, cobranca',
  shipping: 'entrega, envio, expedicao',
  site: 'principal',
  home: 'residencial, residencia, pessoal',
  work: 'trabalho, profissional',
  origin: 'origem, saida, partida',
  destination: 'destino, chegada',
  alternative: 'curto, oficial, abreviado, sem acento, ingles',
  stop: 'de, do, da, dos, das, o, a, os, as, e, ou, em, no, na, por, para, com, um, uma, ao, qual, seu, sua, informe',
  plain:
    'wgs84, decimal, geo, gps, geografica, campo, coluna, completo, completa, graus, nm campo, ds, vl, tx',
};
