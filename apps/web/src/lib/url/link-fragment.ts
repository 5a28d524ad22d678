/**
 * Takes the secret of a link out of the address bar, so that no history keeps it. It is in the fragment, which reaches no server log.
 * Blank without a secret.
 */
export function takeLinkFragment(): string {
  const secret = location.hash.slice(1)
  if (secret) history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}
