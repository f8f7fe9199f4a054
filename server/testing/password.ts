/** Every account of a test has this password. */
export const PASSWORD = 'siesta-larga-y-buena'

/** What a server stores of it. To make that anew for each account would take a core as long as a short test does. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$L4uIkRT8PzBviuwQs7DjTw$OE1qBD9rUHjzyldKxD/UIQ110B+CZi5cDIpY1f5ys8o'
