import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useMemo } from 'react'
import { queryClient } from '#web/lib/api/query-client.ts'
import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { storageKey } from '#web/lib/browser/storage.ts'
import { OfflineBar } from './offline-bar.tsx'
import { router } from './router.tsx'
import { buildCssVariables, buildTheme } from './theme.ts'

/** The portal in the colours of its domain. The colour scheme follows the system until the user changes it. */
export function App({ config }: { config: PortalConfig }) {
  const [theme, variables] = useMemo(() => [buildTheme(config), buildCssVariables(config)], [config])
  const scheme = useMemo(() => localStorageColorSchemeManager({ key: storageKey('color-scheme') }), [])
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={variables} colorSchemeManager={scheme} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <OfflineBar />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
