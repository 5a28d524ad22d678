import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode, useMemo } from 'react'
import { buildCssVariables, buildTheme } from '#web/lib/brand/theme.ts'
import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { storageKey } from '#web/lib/browser/storage.ts'
import { OfflineBar } from './offline-bar.tsx'

/** The login page and the portal share the colours of the domain. The colour scheme follows the system until the user changes it. */
export function App({ config, children }: { config: PortalConfig; children: ReactNode }) {
  const [theme, variables] = useMemo(() => [buildTheme(config), buildCssVariables(config)], [config])
  const scheme = useMemo(() => localStorageColorSchemeManager({ key: storageKey('color-scheme') }), [])
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={variables} colorSchemeManager={scheme} defaultColorScheme="auto">
        {children}
        <OfflineBar />
      </MantineProvider>
    </StrictMode>
  )
}
