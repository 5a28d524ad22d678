/** Stands where not even the portal's own name could be loaded, so it needs nothing that might fail as well. */
export function Unavailable() {
  return (
    <main style={{ maxWidth: 420, margin: '20vh auto', padding: 24, fontFamily: 'system-ui', textAlign: 'center' }}>
      <h1 style={{ fontSize: 20 }}>The portal cannot be reached</h1>
      <p>It may be starting, or your connection may be interrupted. Please try again in a moment.</p>
      <button type="button" onClick={() => location.reload()} style={{ minHeight: 44, padding: '0 20px', font: 'inherit' }}>
        Try again
      </button>
    </main>
  )
}
