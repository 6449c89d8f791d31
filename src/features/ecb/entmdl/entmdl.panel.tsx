import { webTerminal } from '#contract/modules.ts'
import { GivenTree } from './GivenTree.tsx'
import '#web/form/modules.css'

/** The modules of one enterprise, as its own page shows them. */
export default function EnterpriseModules({ entNo, entName }: { entNo: string; entName: string }) {
  return <GivenTree entNo={entNo} entName={entName} tmlType={webTerminal} />
}
