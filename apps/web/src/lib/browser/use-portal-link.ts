import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

interface Options {
  /** Leaves without asking about unsaved form values. */
  ignoreBlocker?: boolean
  onFollow?: () => void
}

/** Makes the properties of a link to a path of the portal with search keys. The browser answers a click with a key held by itself. */
export function usePortalLink() {
  const navigate = useNavigate()
  return (href: string, { ignoreBlocker = false, onFollow }: Options = {}) => ({
    href,
    onClick: (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onFollow?.()
      void navigate({ href, ignoreBlocker })
    },
  })
}
