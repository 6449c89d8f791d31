import {
  AuditOutlined,
  CameraOutlined,
  ClusterOutlined,
  ScheduleOutlined,
  InboxOutlined,
  SafetyOutlined,
  SafetyCertificateOutlined,
  TeamOutlined,
  UsergroupAddOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

/** The icons that built-in modules name. */
export const icons: Record<string, ReactNode> = {
  Audit: <AuditOutlined />,
  Camera: <CameraOutlined />,
  Cluster: <ClusterOutlined />,
  Inbox: <InboxOutlined />,
  Safety: <SafetyOutlined />,
  SafetyCertificate: <SafetyCertificateOutlined />,
  Schedule: <ScheduleOutlined />,
  Team: <TeamOutlined />,
  User: <UserOutlined />,
  UsergroupAdd: <UsergroupAddOutlined />,
}
