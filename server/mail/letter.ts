import type { Brand } from '../settings/brand.ts'
import type { Mail } from './mailer.ts'

/** The content of a mail, before it is drawn as text and HTML. */
export interface Letter {
  subject: string
  heading: string
  paragraphs: string[]
  /** The button of the mail. */
  action?: { label: string; url: string }
  /** A code to type, and the words that lead to it when it stands beside a button. */
  code?: { digits: string; lead?: string }
  /** The small print at the end of the mail. */
  smallPrint: string
}

/** Draws a letter as text and as HTML, with the brand's name and address. */
export function drawLetter(letter: Letter, to: string, brand: Brand): Mail {
  return { to, subject: letter.subject, text: drawText(letter, brand), html: drawHtml(letter, brand) }
}

function drawText({ heading, paragraphs, action, code, smallPrint }: Letter, brand: Brand): string {
  return [
    heading,
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...(code === undefined ? [] : [code.lead === undefined ? code.digits : `${code.lead} ${code.digits}`]),
    smallPrint,
    `${brand.product}, de ${brand.provider}\n${brand.supportEmail}`,
  ].join('\n\n')
}

// These are the colours of the app's light theme, written out because mail programs know no custom properties.
const INK = '#10202c'
const INK_2 = '#475866'
const FACE = '#e3f1fa'
const PAGE = '#fcfdfe'
const SURROUND = '#e9eff3'
const LINE = '#dce4ea'
const FILL = '#8ccdf4'
const ON_FILL = '#0a2233'
const ACCENT = '#0b5f91'
const FONT = "'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"

function drawHtml(letter: Letter, brand: Brand): string {
  const { subject, heading, paragraphs, action, code, smallPrint } = letter
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${SURROUND};color:${INK};font-family:${FONT}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="background:${SURROUND}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:420px;background:${PAGE};border-radius:20px;overflow:hidden">
<tr><td style="background:${FACE};padding:24px 20px">
<p style="margin:0 0 20px;font-size:17px;line-height:24px;font-weight:600;color:${INK}">${escapeHtml(brand.product)}</p>
<h1 style="margin:0;font-size:26px;line-height:32px;font-weight:600;letter-spacing:-.025em;color:${INK}">${escapeHtml(heading)}</h1>
</td></tr>
<tr><td style="padding:24px 20px">
${paragraphs.map(drawParagraph).join('\n')}
${action === undefined ? '' : drawAction(action.label, action.url)}
${code === undefined ? '' : drawCode(code)}
<p style="margin:0;font-size:14px;line-height:20px;color:${INK_2}">${escapeHtml(smallPrint)}</p>
</td></tr>
<tr><td style="border-top:1px solid ${LINE};padding:16px 20px 24px;font-size:14px;line-height:20px;color:${INK_2}">
${escapeHtml(brand.product)}, de <a href="${escapeHtml(brand.links.web)}" style="color:${ACCENT}">${escapeHtml(brand.provider)}</a><br>
<a href="mailto:${escapeHtml(brand.supportEmail)}" style="color:${ACCENT}">${escapeHtml(brand.supportEmail)}</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function drawParagraph(text: string): string {
  return `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:${INK}">${escapeHtml(text)}</p>`
}

function drawAction(label: string, url: string): string {
  return `<p style="margin:8px 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${FILL};color:${ON_FILL};font-size:17px;line-height:24px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`
}

function drawCode({ digits, lead }: NonNullable<Letter['code']>): string {
  return `${lead === undefined ? '' : drawParagraph(lead)}
<p style="margin:0 0 24px;font-size:32px;line-height:40px;font-weight:600;letter-spacing:.12em;color:${INK}">${escapeHtml(digits)}</p>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}
