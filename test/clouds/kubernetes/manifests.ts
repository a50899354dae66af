/** A Deployment with a mix of the styles that people use. */
export const web = `# The shop. Ask the web team.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: prod
  labels: {app: web, team: "shop"}
  annotations:
    owner: web-team   # on call
spec:
  replicas: 3   # enough for a quiet day
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: "registry.example.com/web:1.4"   # bumped by hand
          ports:
            - containerPort: 8080
          env:
            # info or debug
            - name: LOG
              value: info
            - name: REGION
              value: 'eu'
          resources:
            limits:
              cpu: 500m
              memory: 256Mi
            requests: {cpu: 250m}
`;

export const service = `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: prod
spec:
  selector: {app: web}
  ports:
    - name: http
      port: 80
      targetPort: 8080
`;

export const settings = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: prod
data:
  mode: fast
  limits: |
    a=1
    b=2
`;

export const autoscaling = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web
  namespace: prod
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: web
  minReplicas: 2
  maxReplicas: 10
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: {type: Utilization, averageUtilization: 70}
`;

export const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
  namespace: prod
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: web
                port: {number: 80}
`;

export const policy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
  namespace: prod
spec:
  podSelector: {matchLabels: {app: web}}
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector: {matchLabels: {app: gate}}
`;

export const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
  namespace: prod
rules:
  - apiGroups: [""]
    resources: [pods, services]
    verbs: [get, list]
`;

export const job = `apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
  namespace: prod
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
            - name: report
              image: registry.example.com/report:2
`;
