/** Accept.js, the script of Authorize.Net that turns a card into a token. It must come from the gateway's own host. */

export interface AcceptAnswer {
  messages: { resultCode: 'Ok' | 'Error'; message: { code: string; text: string }[] }
  opaqueData?: { dataDescriptor: string; dataValue: string }
}

export interface AcceptRequest {
  authData: { apiLoginID: string; clientKey: string }
  cardData: { cardNumber: string; month: string; year: string; cardCode: string; fullName: string }
}

export interface AcceptScript {
  dispatchData(request: AcceptRequest, answer: (answer: AcceptAnswer) => void): void
}

declare global {
  interface Window {
    Accept?: AcceptScript
  }
}

const loading = new Map<string, Promise<AcceptScript>>()

function insertScript(url: string): Promise<AcceptScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      loading.delete(url)
      reject(new Error('The script of the card gateway could not be loaded.'))
    }
    script.src = url
    script.onload = () => (window.Accept ? resolve(window.Accept) : fail())
    script.onerror = fail
    document.head.append(script)
  })
}

/** Loads the script once. After a failure the next call tries again. */
export function loadAcceptScript(url: string): Promise<AcceptScript> {
  const script = loading.get(url) ?? insertScript(url)
  loading.set(url, script)
  return script
}
