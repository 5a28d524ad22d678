import { Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './settings.module.css'

/** What opens within a screen at a press: it comes into sight, and whoever works by keys or ear is taken there. */
export function Panel({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Stack ref={box} gap="md" tabIndex={-1} className={classes.panel}>
      {children}
    </Stack>
  )
}
