import { Button } from '@mantine/core'
import { useState } from 'react'
import { askPortal, useConnectionLost } from '#web/lib/browser/connection.ts'
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
export function OfflineBar() {
  const lost = useConnectionLost()
  return <div role="status">{lost && <OfflineNote />}</div>
}
