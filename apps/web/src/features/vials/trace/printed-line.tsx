import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from '#web/features/vials/paper.module.css'
import { printedByText } from '#web/features/vials/vial-text.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'

/** The time of printing, not of loading: a page may be open for days. */
function usePrintedAt(): string {
  const [moment, setMoment] = useState(() => new Date().toISOString())
  useEffect(() => {
    const note = () => flushSync(() => setMoment(new Date().toISOString()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  return moment
}

/** A line with domain, time of printing and user. It appears on paper only. */
export function PrintedLine() {
  const moment = usePrintedAt()
  const { data } = useQuery(apiQuery('GET /auth/session/'))
  return (
    <p className={classes.only}>
      {portal().domain.name} · Printed {formatDateTime(moment)}
      {data && (
        <>
          {' '}
          by <bdi>{printedByText(data)}</bdi>
        </>
      )}
    </p>
  )
}
