/**
 * The secret of a link. It is in the fragment, which reaches no server log, and leaves the address bar at once, so that no history keeps
 * it. It stays in this tab, because phones reload pages.
 */
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { tabStorage } from '#web/lib/browser/storage.ts'

function takeLinkSecret(): string {
  const { pathname, search, hash } = location
  const name = `secret of ${pathname}${search}`
  if (hash.length > 1) {
    tabStorage.set(name, hash.slice(1))
    history.replaceState(history.state, '', pathname + search)
  }
  return tabStorage.get(name) ?? ''
}

/** Blank without a secret. Follows another link that is opened in the same tab. */
export function useLinkSecret(): string {
  const hash = useLocation({ select: (location) => location.hash })
  const [secret, setSecret] = useState(takeLinkSecret)
  useEffect(() => {
    if (hash) setSecret(takeLinkSecret())
  }, [hash])
  return secret
}
