import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

interface Props {
  message: ReactNode
  /** Errors that no visible field shows. */
  details?: ReactNode[]
  /** Changes when the summary is to take the focus again; the message by default. */
  attempt?: number
  /** Keeps its place, but nobody sees or hears it. */
  hidden?: boolean
}

/** The errors above a form. It takes the focus, so that users notice it. */
export function ErrorSummary({ message, details = [], attempt, hidden }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message or attempt is announced again.
  useEffect(() => box.current?.focus({ preventScroll: false }), [attempt ?? message])
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="red"
      role="alert"
      icon={<IconAlertCircle size={18} />}
      style={{ visibility: hidden ? 'hidden' : undefined }}
    >
      {message}
      {details.length > 0 && (
        <ul style={{ margin: '6px 0 0', paddingLeft: 18 }}>
          {details.map((detail) => (
            <li key={String(detail)}>{detail}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
