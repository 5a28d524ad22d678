/**
 * A fake Accept.js, the card script of Authorize.Net. As the real one it is two scripts: the loader answers E_WC_03 to every request until
 * the core has run. It follows Accept.js and AcceptCore.js in github.com/shoagraw/shoagraw.github.io (435c41bf). Each function is one
 * script, and uses nothing but its arguments: a browser runs its text, and a test calls it with a page of its own.
 */

interface AcceptAnswer {
  messages: { resultCode: string; message: { code: string; text: string }[] }
}

interface AcceptRequest {
  authData: { apiLoginID: string; clientKey: string }
  cardData: { cardNumber: string; month: string; year: string; cardCode: string; fullName: string }
}

type Dispatch = (request: AcceptRequest, answer: (answer: AcceptAnswer) => void) => void

interface Script {
  src: string
}

interface HttpRequest {
  responseText: string
  onload: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body?: string): void
}

/** The parts of a browser's window that the scripts use. */
export interface AcceptPage {
  Accept?: { dispatchData: Dispatch }
  /** The core runs, and the page has loaded. */
  isReady?: boolean
  isSecureContext: boolean
  document: {
    readyState: string
    body: { addEventListener(name: string, listener: () => void): void; dispatchEvent(event: object): unknown }
    head: { append(script: Script): void }
    createElement(name: 'script'): Script
    querySelector(selector: string): unknown
  }
  Event: new (name: string) => object
  XMLHttpRequest: new () => HttpRequest
  addEventListener(name: 'load', listener: () => void): void
  setTimeout(work: () => void, milliseconds: number): unknown
}

/**
 * Accept.js. It adds the core, and reads the core a second time to compare its hash: when that request is answered with another text,
 * every request is answered with E_WC_03 again, two seconds later. `host` is the origin of both scripts.
 */
export function acceptLoader(page: AcceptPage, host: string): void {
  const refuse: Dispatch = (_request, answer) => {
    const text = 'Accept.js is not loaded correctly'
    answer({ messages: { resultCode: 'Error', message: [{ code: 'E_WC_03', text }] } })
  }
  page.Accept = { dispatchData: refuse }
  const register = () => page.document.body.addEventListener('handshake', () => Object.assign(page, { isReady: true }))
  if (page.document.readyState === 'complete') register()
  else page.addEventListener('load', register)
  const core = page.document.createElement('script')
  core.src = `${host}/v1/AcceptCore.js`
  page.document.head.append(core)
  const check = new page.XMLHttpRequest()
  check.open('GET', core.src)
  check.onload = () => {
    if (!check.responseText.includes('handshake'))
      page.setTimeout(() => Object.assign(page.Accept ?? {}, { dispatchData: refuse }), 2000)
  }
  check.send()
}

/**
 * AcceptCore.js. It checks a request, and sends it only if all fields are right. A request that gets no answer is never answered. The
 * real core refuses every page without https (E_WC_02); here the browser's notion counts, which takes localhost for secure. `api` is the
 * origin that makes the tokens.
 */
export function acceptCore(page: AcceptPage, host: string, api: string): void {
  const startFaults: string[] = []
  const passesLuhn = (digits: string) =>
    [...digits].reverse().reduce((sum, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }, 0) %
      10 ===
    0
  const faultsOf = ({ authData, cardData: { cardNumber, month, year, cardCode, fullName } }: AcceptRequest) => {
    const isMonth = /^(?:0[1-9]|1[0-2])$/.test(month)
    const isYear = /^\d{4}$/.test(year)
    const faults: [string, boolean][] = [
      ['E_WC_05', !/^\d{13,16}$/.test(cardNumber) || !passesLuhn(cardNumber)],
      ['E_WC_07', !isYear],
      ['E_WC_08', isMonth && isYear && new Date(Number(year), Number(month)) <= new Date()],
      ['E_WC_06', !isMonth],
      ['E_WC_10', authData.apiLoginID === ''],
      ['E_WC_18', authData.clientKey === ''],
      ['E_WC_15', cardCode !== '' && !/^\d{3,4}$/.test(cardCode)],
      ['E_WC_17', fullName.length > 64],
    ]
    return faults.flatMap(([code, applies]) => (applies ? [code] : []))
  }
  const send: Dispatch = ({ authData, cardData }, answer) => {
    const call = new page.XMLHttpRequest()
    call.open('POST', `${api}/xml/v1/request.api`)
    call.setRequestHeader('Content-Type', 'application/json; charset=utf-8')
    call.onload = () => {
      const codes: Record<string, string> = { I00001: 'I_WC_01', E00007: 'E_WC_21' }
      const given = JSON.parse(call.responseText) as AcceptAnswer
      for (const message of given.messages.message) message.code = codes[message.code] ?? message.code
      answer(given)
    }
    const { apiLoginID: name, clientKey } = authData
    const { cardNumber, month, year, cardCode, fullName } = cardData
    const token = { cardNumber, expirationDate: month + year, ...(cardCode && { cardCode }), ...(fullName && { fullName }) }
    const data = { type: 'TOKEN', id: 'an-id', token }
    call.send(JSON.stringify({ securePaymentContainerRequest: { merchantAuthentication: { name, clientKey }, data } }))
  }
  const dispatchData: Dispatch = (request, answer) => {
    const codes = [...startFaults]
    if (codes.length === 0) codes.push(...(page.isReady ? faultsOf(request) : ['E_WC_14']))
    if (codes.length === 0) return send(request, answer)
    answer({ messages: { resultCode: 'Error', message: codes.map((code) => ({ code, text: `The text of ${code}` })) } })
  }
  Object.assign(page.Accept as object, { dispatchData })
  const start = () => {
    page.document.body.dispatchEvent(new page.Event('handshake'))
    if (!page.document.querySelector(`script[src="${host}/v1/Accept.js"]`)) startFaults.push('E_WC_01')
    if (!page.isSecureContext) startFaults.push('E_WC_02')
  }
  if (page.document.readyState === 'complete') start()
  else page.addEventListener('load', start)
}
