import {
  ApartmentOutlined,
  ReadOutlined,
  IdcardOutlined,
  FileTextOutlined,
  ContactsOutlined,
  LinkOutlined,
  FileDoneOutlined,
  SwapOutlined,
  MergeOutlined,
  FileSearchOutlined,
  AuditOutlined,
  BookOutlined,
  ContainerOutlined,
  ControlOutlined,
  CreditCardOutlined,
  EnvironmentOutlined,
  FieldNumberOutlined,
  GlobalOutlined,
  HomeOutlined,
  PayCircleOutlined,
  ProfileOutlined,
  ReconciliationOutlined,
  SlidersOutlined,
  SnippetsOutlined,
  UnorderedListOutlined,
  CalendarOutlined,
  CameraOutlined,
  FormOutlined,
  ScanOutlined,
  ClusterOutlined,
  ScheduleOutlined,
  InboxOutlined,
  SafetyOutlined,
  SafetyCertificateOutlined,
  TeamOutlined,
  UserSwitchOutlined,
  SolutionOutlined,
  QuestionCircleOutlined,
  PartitionOutlined,
  MenuOutlined,
  LoginOutlined,
  LockOutlined,
  KeyOutlined,
  DesktopOutlined,
  DatabaseOutlined,
  CrownOutlined,
  BankOutlined,
  AppstoreAddOutlined,
  AppstoreOutlined,
  UsergroupAddOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { type ComponentType, lazy, Suspense } from 'react'

/** An icon, in the size and colour of the text around it. */
export type Icon = ComponentType<{ className?: string }>

/** The icons that built-in modules name. */
export const icons: Record<string, Icon> = {
  Audit: AuditOutlined,
  Apartment: ApartmentOutlined,
  Read: ReadOutlined,
  Idcard: IdcardOutlined,
  FileText: FileTextOutlined,
  Contacts: ContactsOutlined,
  Link: LinkOutlined,
  FileDone: FileDoneOutlined,
  Swap: SwapOutlined,
  Merge: MergeOutlined,
  FileSearch: FileSearchOutlined,
  Calendar: CalendarOutlined,
  Camera: CameraOutlined,
  Form: FormOutlined,
  Scan: ScanOutlined,
  Cluster: ClusterOutlined,
  Inbox: InboxOutlined,
  Safety: SafetyOutlined,
  SafetyCertificate: SafetyCertificateOutlined,
  Schedule: ScheduleOutlined,
  Appstore: AppstoreOutlined,
  AppstoreAdd: AppstoreAddOutlined,
  Bank: BankOutlined,
  Crown: CrownOutlined,
  Database: DatabaseOutlined,
  Desktop: DesktopOutlined,
  Key: KeyOutlined,
  Lock: LockOutlined,
  Login: LoginOutlined,
  Menu: MenuOutlined,
  Partition: PartitionOutlined,
  QuestionCircle: QuestionCircleOutlined,
  Solution: SolutionOutlined,
  UserSwitch: UserSwitchOutlined,
  Team: TeamOutlined,
  User: UserOutlined,
  UsergroupAdd: UsergroupAddOutlined,
  Book: BookOutlined,
  Container: ContainerOutlined,
  Control: ControlOutlined,
  CreditCard: CreditCardOutlined,
  Environment: EnvironmentOutlined,
  FieldNumber: FieldNumberOutlined,
  Global: GlobalOutlined,
  Home: HomeOutlined,
  PayCircle: PayCircleOutlined,
  Profile: ProfileOutlined,
  Reconciliation: ReconciliationOutlined,
  Sliders: SlidersOutlined,
  Snippets: SnippetsOutlined,
  UnorderedList: UnorderedListOutlined,
}

const FurtherIcon = lazy(() => import('./furtherIcons.tsx'))

type Props = { name: string | null | undefined; className?: string }

/** The icon of a module by its name; those that only modules of one's own have are loaded when they are needed. */
export function ModuleIcon({ name, ...props }: Props) {
  const Known = icons[name ?? ''] ?? (name ? undefined : AppstoreOutlined)
  if (Known) return <Known {...props} />
  return (
    <Suspense fallback={<AppstoreOutlined {...props} />}>
      <FurtherIcon name={name ?? ''} {...props} />
    </Suspense>
  )
}
