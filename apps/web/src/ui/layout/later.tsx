import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders right after its surroundings, in small steps: the surroundings are visible sooner, and a slow phone answers to a tap between the
 * steps. Only the first time; later changes render as usual.
 */
export const Later = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
