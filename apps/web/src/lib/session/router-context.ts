import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { LoadPalette } from './palette.ts'

/** Routes get the shell through the context, because they must not import the app. */
export interface RouterContext {
  queryClient: QueryClient
  Shell: ComponentType<{
    children: ReactNode
    notices?: ReactNode
    noticeCount: number
    resources?: ReactNode
    palette?: LoadPalette
  }> & { preload: () => Promise<void> }
}
