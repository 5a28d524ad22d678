import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'

/** What the app hands to its routes: they draw inside the shell without knowing it. */
export interface RouterContext {
  queryClient: QueryClient
  Shell: ComponentType<{ children: ReactNode; notices?: ReactNode }>
}
