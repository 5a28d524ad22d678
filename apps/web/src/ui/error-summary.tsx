import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

interface Props {
  message: ReactNode
  /** Sentences below it: those that no visible field shows. */
  details?: ReactNode[]
}

/** Says above a form what went wrong, and takes the focus so that it cannot be missed. */
export function ErrorSummary({ message, details = [] }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is read out anew.
  useEffect(() => box.current?.focus({ preventScroll: false }), [message])
  return (
    <Alert ref={box} tabIndex={-1} color="red" role="alert" icon={<IconAlertCircle size={18} />}>
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
