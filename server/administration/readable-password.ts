import { randomInt } from 'node:crypto'

// These 256 Spanish words are short and have no accents or ñ, so that a password is easy to read aloud and to type on
// any phone.
const WORDS = `
  abeja abril aceite agua ajedrez alba aldea alga alma amiga ancla anden anillo arbol arco arena aroma arroz
  astro atlas avena aves azul bahia baile balcon balsa banco barca barro basto beso bici boca bola bolsa
  bosque bota brasa brisa broma bruma bucle buho burro cabra cacao caja calma camino campo canela canto capa
  cara carta casa cebra cena cera cesta cielo cima cinta circo ciruela clara clave coche cofre cojin col
  cometa copa coral corcho corro cosa crema cruz cubo cuento cueva cuna danza dado delfin diente disco dulce
  duna eco encina erizo faro feria fiesta fila flan flauta flor foca fresa fruta fuego fuente gallo gansa
  garza gato globo gorra gota grano grillo grulla guante guinda hada harina heno hielo higo hilo hoja horno
  huerto idea isla jardin jarra jirafa joya juego jugo kiwi lago lana lapiz largo lazo leche lechuga lento
  leon letra libro lima limon lince lirio llave lobo loma lluvia luna luz madera magia mango manta mapa mar
  marco mesa miel mimo mimosa molino monte mora musgo nata nave nido niebla nieve nube nuez oca ola oliva
  onda oro oso oveja palma palo pan panal papel pato paz pera perla pesca pez piano pico piedra pino pinza
  pista playa pluma pomelo pozo prado puente puerta queso quilla rama rana rayo red regla reino remo rio
  risa roble roca robot rosa rueda sabor saco salsa salto seda selva sierra silla sol sopa taza tela tigre
  tinta tiza toldo tomate torre trebol tren trigo trompo tulipan uva vaca vela venado verano viento zorro
`
  .trim()
  .split(/\s+/)

const WORD_COUNT = 5

/** Invents a password of five words out of 256. Its 40 bits are enough behind rate limits and a slow hash. */
export function readablePassword(): string {
  return Array.from({ length: WORD_COUNT }, () => WORDS[randomInt(WORDS.length)]).join('-')
}
