import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Tells screen readers that another screen has come, as a page load would. */
export function Announcer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => router.subscribe('onRendered', ({ pathChanged }) => pathChanged && setTitle(document.title)), [router])
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  )
}
