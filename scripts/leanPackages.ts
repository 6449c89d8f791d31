import type { Plugin } from 'vite'

type Cut = { file: string; from: RegExp; to: string }

/**
 * Lists what is left out of packages in the browser, where a page would load it and never use it. Each cut fails the build where
 * the source of its package is not as it was.
 */
const cuts: Cut[] = [
  // Takes the context that marks forms, not the forms themselves: every box asks for it.
  {
    file: 'antd/es/form/context.js',
    from: /import \{ FormProvider as RcFormProvider \} from '@rc-component\/form';/,
    to: "import { FormProvider as RcFormProvider } from '@rc-component/form/es/FormContext';",
  },
  // Draws tooltips each by itself: that all of a page share one is nowhere asked for.
  {
    file: 'antd/es/config-provider/index.js',
    from: /import UniqueProvider from '..\/tooltip\/UniqueProvider';/,
    to: 'const UniqueProvider = React.Fragment;',
  },
  // Describes no schema as JSON: the server alone does, for the description of the calls.
  { file: 'zod/v4/classic/schemas.js', from: /^ *inst\._zod\.processJSONSchema = .*;$/gm, to: '' },
  { file: 'zod/v4/classic/schemas.js', from: /createStandardJSONSchemaMethod\(this, "\w+"\)/g, to: 'undefined' },
  { file: 'zod/v4/classic/schemas.js', from: /createToJSONSchemaMethod\(this, \{\}\)\(params\)/, to: 'undefined' },
  // Has no English messages: ours are Chinese (src/contract/explain.ts).
  { file: 'zod/v4/classic/schemas.js', from: /core\.config\(en\(\)\);/, to: '{}' },
  // Leaves out forms and places of a framework, which their names alone kept.
  {
    file: 'react-router/dist/production/lib/dom/lib.js',
    from: /^(NavLink|Form|ScrollRestoration)\.displayName = .*;$/gm,
    to: '',
  },
  // Neither compiles schemas, which the policy of the page forbids, nor looks for cycles, which JSON has none of.
  { file: 'zod/v4/classic/schemas.js', from: /core\.\$ZodObjectJIT\.init/, to: 'core.$ZodObject.init' },
  { file: 'zod/v4/classic/schemas.js', from: /core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/, to: '{}' },
  // Sends no wave out from what is pressed.
  { file: 'antd/es/_util/wave/index.js', from: /[^]+/, to: 'export default ({ children }) => children ?? null' },
  // Knows colours by their numbers, not by English names.
  { file: '@ant-design/fast-color/es/presetColors.js', from: /[^]+/, to: 'export default {}' },
  // Falls back to no English words.
  { file: 'antd/es/locale/en_US.js', from: /[^]+/, to: "export { default } from './zh_CN.js'" },
  // Fetches nothing ahead at a link: only pages of a framework would.
  {
    file: 'react-router/dist/production/lib/dom/lib.js',
    from: /import \{ FrameworkContext, PrefetchPageLinks, mergeRefs, usePrefetchBehavior \} from ".\/ssr\/components.js";/,
    to: `import { FrameworkContext, mergeRefs, usePrefetchBehavior } from "./ssr/components.js";
const PrefetchPageLinks = () => null;`,
  },
]

// Matches packages of which every file only declares, and which do not say so themselves: a page takes what it uses of them.
const onlyDeclaring = /\/node_modules\/@(rc-component|ant-design)\//

/** Leaves out of the program what packages bring along and no page uses (docs/decisions/0045-styles-made-by-the-build.md). */
export const leanPackages = (): Plugin => ({
  name: 'lean-packages',
  apply: 'build',
  transform(code, id) {
    const own = cuts.filter(({ file }) => id.endsWith(`/node_modules/${file}`))
    const isDeclaring = onlyDeclaring.test(id)
    if (own.length === 0) return isDeclaring ? { moduleSideEffects: false } : undefined
    const lean = own.reduce((text, { file, from, to }) => {
      const next = text.replace(from, to)
      return next === text ? this.error(`${file} is not as it was: ${from} is not found`) : next
    }, code)
    return { code: lean, map: null, ...(isDeclaring && { moduleSideEffects: false }) }
  },
})
