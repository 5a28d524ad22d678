import { type AcceptPage, acceptCore, acceptLoader } from '@vialdesk/contract/money/accept-script.fixture'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { cardScriptQuery } from './accept-script.ts'
import { NOT_LOADED, UNREACHABLE } from './card-error.ts'
import { type PaymentSettings, tokenizeCard } from './tokenize-card.ts'

const HOST = 'https://jstest.authorize.net'
const LOADER = `${HOST}/v1/Accept.js`
const CORE = `${HOST}/v1/AcceptCore.js`
const card = { full_name: 'Ada Example', card_number: '4111 1111-1111 1111', cvc: '987', expiration_date: '2031-05' }
const settings: PaymentSettings = {
  gateway: 'authorizenet',
  environment: 'sandbox',
  api_login_id: 'login',
  client_key: 'public-key',
  script: LOADER,
}

interface Network {
  /** Milliseconds until the core runs. */
  coreAfter: number
  /** Milliseconds until the page itself has loaded. */
  pageAfter: number
  /** Scripts that the browser does not load. */
  blocked: string[]
  /** The text of the core, as its hash is made from it. */
  coreText: string
  /** What the gateway answers to a card. Undefined: nothing. */
  gateway: object | undefined
}

const tokenAnswer = {
  opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: 'token' },
  messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] },
}
const token = { opaque_data: { data_descriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', data_value: 'token' } }

interface ScriptElement {
  src: string
  onload?: () => void
  onerror?: () => void
  remove: () => void
  replaceWith: (other: ScriptElement) => void
}

/** A page of a browser, with Authorize.Net behind it. */
function openPage(options: Partial<Network> = {}) {
  const network: Network = { coreAfter: 0, pageAfter: 0, blocked: [], coreText: 'handshake', gateway: tokenAnswer, ...options }
  const scripts: ScriptElement[] = []
  /** The cards that the gateway got, and the scripts that the page asked for. */
  const sent: unknown[] = []
  const requested: string[] = []
  const run = (script: ScriptElement) => {
    if (network.blocked.includes(script.src)) script.onerror?.()
    else if (script.src === LOADER) acceptLoader(page, HOST)
    else acceptCore(page, HOST, 'https://apitest.authorize.net')
    script.onload?.()
  }
  class Request {
    private url = ''
    responseText = ''
    onload: (() => void) | null = null
    open(_method: string, url: string) {
      this.url = url
    }
    setRequestHeader() {}
    send(body?: string) {
      const answer = this.url === CORE ? network.coreText : JSON.stringify(network.gateway)
      if (body) sent.push(JSON.parse(body))
      setTimeout(() => {
        this.responseText = answer
        if (answer) this.onload?.()
      })
    }
  }
  const page: AcceptPage & { document: object } = {
    isSecureContext: true,
    document: {
      readyState: network.pageAfter ? 'interactive' : 'complete',
      body: new EventTarget(),
      head: {
        append: (script: ScriptElement) => {
          scripts.push(script)
          requested.push(script.src)
          setTimeout(() => run(script), script.src === CORE ? network.coreAfter : 0)
        },
      },
      createElement: (): ScriptElement => {
        const script: ScriptElement = {
          src: '',
          remove: () => void scripts.splice(scripts.indexOf(script), 1),
          replaceWith: (other) => {
            script.remove()
            page.document.head.append(other)
          },
        }
        return script
      },
      querySelector: (selector: string) => scripts.find(({ src }) => selector === `script[src="${src}"]`) ?? null,
    },
    Event,
    XMLHttpRequest: Request,
    addEventListener: (_name, listener) => void setTimeout(listener, network.pageAfter),
    setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  }
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page.document)
  return { network, sent, requested }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-01-15T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** The result of a card that is sent now, with the milliseconds that it takes. */
async function send(given = card) {
  const start = Date.now()
  const result = tokenizeCard(settings, given).catch((error: unknown) => error)
  let isOver = false
  void result.finally(() => {
    isOver = true
  })
  while (!isOver && Date.now() < start + 60_000) await vi.advanceTimersByTimeAsync(10)
  return { result: isOver ? await result : 'no answer', milliseconds: Date.now() - start }
}

describe('a card', () => {
  test('is sent as it is to the simulator, without a script', async () => {
    const { requested } = openPage()
    expect(await tokenizeCard({ gateway: 'embedded' }, card)).toEqual({ credit_card: card })
    expect(requested).toEqual([])
  })

  test('is refused while the domain takes no payments', async () => {
    const message = 'Card payments are not set up yet.'
    await expect(tokenizeCard({ gateway: 'none', message }, card)).rejects.toMatchObject({ name: 'CardError', message })
  })

  test.each([0, 30, 200, 2000])('becomes a token, although Accept.js works only %i ms after it has loaded', async (coreAfter) => {
    const { sent } = openPage({ coreAfter })
    const { result, milliseconds } = await send()
    expect(result).toEqual(token)
    expect(milliseconds).toBeLessThan(coreAfter + 500)
    const merchantAuthentication = { name: 'login', clientKey: 'public-key' }
    const data = {
      ...{ cardNumber: '4111111111111111', expirationDate: '052031', cardCode: '987', fullName: 'Ada Example' },
    }
    expect(sent, 'once').toEqual([
      { securePaymentContainerRequest: { merchantAuthentication, data: { type: 'TOKEN', id: 'an-id', token: data } } },
    ])
  })

  test('waits for the page that Accept.js waits for', async () => {
    openPage({ pageAfter: 300 })
    expect((await send()).result).toEqual(token)
  })

  test('waits for no script that the form has loaded', async () => {
    const { requested } = openPage()
    const loaded = queryClient.fetchQuery(cardScriptQuery(LOADER))
    await vi.advanceTimersByTimeAsync(500)
    await loaded
    expect((await send()).milliseconds).toBeLessThan(50)
    expect(requested).toEqual([LOADER, CORE])
  })

  test.each([
    ['the loader', LOADER, 500],
    ['the script behind it', CORE, 10_500],
  ])('is not sent when %s is blocked, and is sent when it loads at last', async (_what, url, limit) => {
    const { network, sent } = openPage({ blocked: [url] })
    const { result, milliseconds } = await send()
    expect(result).toMatchObject({ name: 'CardError', message: NOT_LOADED, field: undefined })
    expect(milliseconds).toBeLessThan(limit)
    expect(sent).toEqual([])
    network.blocked = []
    expect((await send()).result).toEqual(token)
  })

  test('is sent by a script that came too late for the first try', async () => {
    const { sent } = openPage({ coreAfter: 12_000 })
    expect((await send()).result).toMatchObject({ message: NOT_LOADED })
    expect((await send()).result).toEqual(token)
    expect(sent).toHaveLength(1)
  })

  test('is not sent when Accept.js refuses its own second script', async () => {
    const { sent } = openPage({ coreText: 'other text' })
    const loaded = queryClient.fetchQuery(cardScriptQuery(LOADER))
    await vi.advanceTimersByTimeAsync(3000)
    await loaded
    expect((await send()).result).toMatchObject({ name: 'CardError', message: NOT_LOADED })
    expect(sent).toEqual([])
  })

  test('is not sent after the form was left while the script loaded', async () => {
    const { sent } = openPage({ coreAfter: 2000 })
    const result = tokenizeCard(settings, card).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1000)
    await queryClient.cancelQueries(cardScriptQuery(LOADER))
    await vi.advanceTimersByTimeAsync(5000)
    expect(await result).toBeInstanceOf(Error)
    expect(sent).toEqual([])
  })

  test('without an answer of the gateway says that nothing was charged', async () => {
    openPage({ gateway: undefined })
    expect((await send()).result).toMatchObject({ name: 'CardError', message: UNREACHABLE })
  })

  test.each([
    [{ card_number: '4111111111111112' }, 'card_number'],
    [{ expiration_date: '2029-12' }, 'expiration_date'],
    [{ cvc: '12' }, 'cvc'],
  ])('refused by Accept.js for %o: marks %s', async (change, field) => {
    openPage()
    expect((await send({ ...card, ...change })).result).toMatchObject({ name: 'CardError', field })
  })

  test.each(['E00007', 'E00001'])('refused by the gateway with %s: says that nothing was charged', async (code) => {
    openPage({ gateway: { messages: { resultCode: 'Error', message: [{ code, text: 'No.' }] } } })
    const { result } = await send()
    expect(result).toMatchObject({ field: undefined, message: expect.stringMatching(/Nothing was charged/) })
  })

  test('has no card data in any error', async () => {
    openPage()
    const { result } = await send({ ...card, card_number: '4111111111111112' })
    expect(JSON.stringify([result, String(result), queryClient.getQueryCache().getAll()])).not.toMatch(/4111|987|2031|public-key/)
  })
})
