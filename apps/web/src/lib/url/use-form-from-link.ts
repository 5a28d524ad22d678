import { useEffect } from 'react'
import { useChangeUrlSearch, useUrlSearch } from './use-url-search.ts'

/** Opens a form when the URL has `add=new`, which an action of the search does. `isReady` is false while the form cannot be opened. */
export function useFormFromLink(open: () => void, isReady = true): void {
  const { add } = useUrlSearch<{ add?: 'new' }>()
  const change = useChangeUrlSearch()
  const isWanted = add === 'new' && isReady
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form opens once for each link.
  useEffect(() => {
    if (!isWanted) return
    open()
    change({ add: undefined }, { replace: true })
  }, [isWanted])
}
