/** Authorize.Net's sandbox, as the browser sees it: Accept.js in its two steps, and the tokens that it makes. */
import type { Page } from '@playwright/test'
import { acceptCore, acceptLoader } from '@vialdesk/contract/money/accept-script.fixture'

const HOST = 'https://jstest.authorize.net'
const API = 'https://apitest.authorize.net'

const sharedWithAll = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
const javascript = { headers: sharedWithAll, contentType: 'text/javascript' }

const token = {
  opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: 'a-token-for-one-use' },
  messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] },
}

/** While `isBlocked`, the browser does not load the script, as with an ad blocker. The second script waits for `core`. */
export async function serveAcceptScript(page: Page) {
  const served = { isBlocked: false, core: Promise.resolve(), cards: [] as unknown[] }
  await page.route(`${HOST}/v1/Accept.js`, (route) => {
    if (served.isBlocked) return route.abort('blockedbyclient')
    return route.fulfill({ ...javascript, body: `(${acceptLoader})(window, '${HOST}')` })
  })
  await page.route(`${HOST}/v1/AcceptCore.js`, async (route) => {
    await served.core
    await route.fulfill({ ...javascript, body: `(${acceptCore})(window, '${HOST}', '${API}')` })
  })
  await page.route(`${API}/**`, (route) => {
    if (route.request().method() === 'POST') served.cards.push(route.request().postDataJSON())
    return route.fulfill({ headers: sharedWithAll, json: token })
  })
  return served
}
