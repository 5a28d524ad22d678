/** Loads another page of the portal. Without a connection the browser would replace the portal by its own error page, which stays. */
import { askPortal, connectionIsLost, onConnectionChange } from './connection.ts'

/** Hides the old page, which may show data of an ended session, and says why the next one does not open yet. */
function showWaiting(page: Document): void {
  const note = page.createElement('main')
  note.style.cssText = 'max-width:420px;margin:20vh auto;padding:24px;font-family:system-ui;text-align:center'
  const title = page.createElement('h1')
  title.style.fontSize = '20px'
  title.textContent = 'You are offline'
  title.tabIndex = -1
  const text = page.createElement('p')
  text.textContent = 'The portal opens by itself when the connection is back.'
  const retry = page.createElement('button')
  retry.textContent = 'Try again'
  retry.style.cssText = 'min-height:44px;padding:0 20px;font:inherit'
  retry.onclick = () => void askPortal()
  note.append(title, text, retry)
  page.body.replaceChildren(note)
  page.documentElement.style.visibility = ''
  title.focus()
}

function whenConnected(load: () => void, page: Document): void {
  if (!connectionIsLost()) {
    load()
    return
  }
  showWaiting(page)
  const stop = onConnectionChange(() => {
    if (connectionIsLost()) return
    stop()
    load()
  })
}

export const loadPage = (url: string) => whenConnected(() => location.assign(url), document)
export const reloadPage = (page: Window = window) => whenConnected(() => page.location.reload(), page.document)
