import { Button, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode, useMemo, useState } from 'react'
import { buildCssVariables, buildTheme } from '#web/lib/brand/theme.ts'
import { askPortal, useConnectionLost } from '#web/lib/browser/connection.ts'
import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { storageKey } from '#web/lib/browser/storage.ts'
import classes from './offline-bar.module.css'

function OfflineNote() {
  const [asking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    await askPortal()
    setAsking(false)
  }
  return (
    <div className={`${classes.bar} no-print`}>
      <p className={classes.text}>
        <strong>{navigator.onLine ? 'The portal does not answer.' : 'You are offline.'}</strong> Nothing can be saved until the
        connection is back.
      </p>
      <Button size="compact-md" variant="white" color="dark" loading={asking} onClick={() => void ask()}>
        Try again
      </Button>
    </div>
  )
}

/** Above every page while the portal cannot be reached. It covers the lower edge, so that nothing on the page moves. */
function OfflineBar() {
  const lost = useConnectionLost()
  return <div role="status">{lost && <OfflineNote />}</div>
}

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
