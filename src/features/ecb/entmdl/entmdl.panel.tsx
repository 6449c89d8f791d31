import { webTerminal } from '#contract/modules.ts'
import { GivenTree } from './GivenTree.tsx'
import '#web/form/modules.css'

/** Draws the modules of one enterprise on its own page. */
export default function EnterpriseModules({ entNo, entName }: { entNo: string; entName: string }) {
  return <GivenTree entNo={entNo} entName={entName} tmlType={webTerminal} />
}
