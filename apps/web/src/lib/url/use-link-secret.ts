/** The secret of a link. It stays in this tab, because phones reload pages. */
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { tabStorage } from '#web/lib/browser/storage.ts'
import { takeLinkFragment } from './link-fragment.ts'

function takeLinkSecret(): string {
  const name = `secret of ${location.pathname}${location.search}`
  const secret = takeLinkFragment()
  if (secret) tabStorage.set(name, secret)
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
