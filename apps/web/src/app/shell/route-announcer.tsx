import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Announces a new screen to screen readers, like a page load. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => router.subscribe('onRendered', ({ pathChanged }) => pathChanged && setTitle(document.title)), [router])
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  )
}
