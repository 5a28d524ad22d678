/** The results of the checks of `portal doctor`. */

/** `error`: something does not work, or is not safe. `warning`: it will not work, or only in part. */
export type Severity = 'ok' | 'warning' | 'error'

export interface Finding {
  check: string
  severity: Severity
  /** Sentences for the terminal, without passwords and data of people. */
  finding: string
  /** Undefined where nothing is to be done. */
  remedy?: string
}

export const ok = (check: string, finding: string): Finding => ({ check, severity: 'ok', finding })
export const warning = (check: string, finding: string, remedy: string): Finding => ({
  check,
  severity: 'warning',
  finding,
  remedy,
})
export const error = (check: string, finding: string, remedy: string): Finding => ({ check, severity: 'error', finding, remedy })

/** The findings that are there; else that all is well. */
export const orOk = (check: string, findings: (Finding | false | undefined)[], finding: string): Finding[] => {
  const found = findings.filter((each) => typeof each === 'object')
  return found.length > 0 ? found : [ok(check, finding)]
}

/** For a process: 0 without findings, 1 for warnings, 2 for errors. */
export const exitCodeOf = (findings: Finding[]): number =>
  Math.max(0, ...findings.map(({ severity }) => ['ok', 'warning', 'error'].indexOf(severity)))
