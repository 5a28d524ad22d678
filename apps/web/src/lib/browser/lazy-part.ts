import { type ComponentType, createElement, type ReactNode, use } from 'react'
import { beginActivity } from './activity.ts'
import { currentAttempt } from './missing-file.ts'

/**
 * Like `lazy` of React, with two differences: a part that is loaded already renders at once, without a frame of its fallback, and a failed
 * download is tried again with the screen.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let failure: { error: unknown; attempt: number } | undefined
  const preload = (): Promise<void> => {
    if (loading !== undefined) return loading
    failure = undefined
    const end = beginActivity()
    loading = load().then(
      (loaded) => {
        part = loaded
        end()
      },
      (error) => {
        loading = undefined
        failure = { error, attempt: currentAttempt() }
        end()
      },
    )
    return loading
  }
  function LazyPart(props: Props): ReactNode {
    if (!part) {
      if (failure?.attempt === currentAttempt()) throw failure.error
      use(preload())
    }
    return part && createElement(part, props)
  }
  return Object.assign(LazyPart, { preload })
}
