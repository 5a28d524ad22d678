import { useEndOfStart } from '#web/lib/browser/activity.ts'

/** Shown when the portal's configuration failed to load. It uses nothing that could fail as well. */
export function PortalUnavailable() {
  useEndOfStart()
  return (
    <main style={{ maxWidth: 420, margin: '20vh auto', padding: 24, fontFamily: 'system-ui', textAlign: 'center' }}>
      <h1 style={{ fontSize: 20 }}>Can't reach the portal</h1>
      <p>It may be starting, or your connection may be down. Try again in a moment.</p>
      <button type="button" onClick={() => location.reload()} style={{ minHeight: 44, padding: '0 20px', font: 'inherit' }}>
        Try again
      </button>
    </main>
  )
}
