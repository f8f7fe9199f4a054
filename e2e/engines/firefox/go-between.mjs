#!/usr/bin/env node
/*
 * Stands between Playwright and the Firefox of this machine, which speak WebDriver BiDi of different ages. Playwright
 * starts this file as if it were Firefox (`executablePath`); it starts Firefox with the same arguments and hands on
 * what the two say, but for what the older one doesn't know or does in another way than a phone.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'
import { questions } from './questions.mjs'

const GREETING = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(
  process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
  ['--remote-allow-system-access', ...process.argv.slice(2)],
  {
    stdio: ['ignore', 'inherit', 'pipe'],
  },
)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))
firefox.on('exit', (code) => process.exit(code ?? 1))

createInterface(firefox.stderr).on('line', (line) => {
  const address = GREETING.exec(line)?.[1]
  if (address === undefined) process.stderr.write(`${line}\n`)
  else void standBetween(address).then((here) => process.stderr.write(`${line.replace(address, here)}\n`))
})

/** Resolves to the address that Playwright talks to instead of Firefox's own. */
function standBetween(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client, { url }) =>
    introduce(client, new WebSocket(`${address}${url === '/' ? '/session' : url}`)),
  )
  return new Promise((resolve) => {
    server.once('listening', () => resolve(`ws://127.0.0.1:${server.address().port}`))
  })
}

function introduce(client, browser) {
  const early = []
  let windowWithKeys = null
  const toBrowser = (message) => {
    const text = JSON.stringify(message)
    if (browser.readyState === WebSocket.OPEN) browser.send(text)
    else early.push(text)
  }
  const own = questions(toBrowser)

  browser.on('open', () => {
    for (const text of early) browser.send(text)
  })
  browser.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (!own.isAnswer(message)) client.send(JSON.stringify(withNavigation(message)))
  })
  browser.on('close', () => client.close())
  browser.on('error', (error) => {
    process.stderr.write(`${error}\n`)
    client.close()
  })

  client.on('message', async (data) => {
    const command = JSON.parse(asTyped(String(data)))
    const { id, method, params } = command
    if (method === 'emulation.setMediaFeaturesOverride') {
      await own.setDark(params.features['prefers-color-scheme'] === 'dark')
      client.send(JSON.stringify({ type: 'success', id, result: {} }))
      return
    }
    // Each page gets a window of its own, in sight: of the tabs of one window all but one sleep.
    if (method === 'browsingContext.create') params.type = 'window'
    // Keys go to the window that has the focus, and only one has it.
    if (method === 'input.performActions' && params.context !== windowWithKeys) {
      windowWithKeys = params.context
      void own.ask('browsingContext.activate', { context: windowWithKeys })
    }
    toBrowser(command)
  })
  client.on('close', () => browser.close())
}

/** A download by a link of the page is no navigation in Firefox; Playwright knows a download by its navigation. */
function withNavigation(message) {
  if (/^browsingContext\.download(WillBegin|End)$/.test(message.method ?? '')) {
    message.params.navigation ??= `download ${message.params.url}`
  }
  return message
}

/**
 * Playwright fills a field by its `value`, whose setter React has replaced to know what it set itself: the page would
 * not hear of it. By the setter of all fields it does.
 */
function asTyped(text) {
  const set =
    "Object.getOwnPropertyDescriptor(Object.getPrototypeOf(inputElement), 'value').set.call(inputElement, "
  return text
    .replaceAll('inputElement.value = value;', `${set}value);`)
    .replaceAll('inputElement.value += text;', `${set}text);`)
}
