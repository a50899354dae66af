/** A base with two overlays, in a common layout. */
export const overlays: Readonly<Record<string, string>> = {
  'k8s/base/kustomization.yaml': `resources:
  - web.yaml
  - service.yaml
`,
  'k8s/base/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: web:1.0   # set by the overlays
          envFrom:
            - configMapRef:
                name: settings
          resources:
            limits:
              memory: 128Mi
`,
  'k8s/base/service.yaml': `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - port: 80
      targetPort: 8080
`,
  'k8s/overlays/prod/kustomization.yaml': `# Where customers are.
namespace: prod
resources:
  - ../../base
labels:
  - pairs: {env: prod}
replicas:
  - name: web
    count: 5   # twice the usual
images:
  - name: web
    newName: registry.example.com/web
    newTag: "1.4"
patches:
  - path: memory.yaml
  - target: {kind: Service, name: web}
    patch: |-
      - op: replace
        path: /spec/ports/0/targetPort
        value: 9090
configMapGenerator:
  - name: settings
    literals:
      - MODE=fast
      - REGION=eu
`,
  'k8s/overlays/prod/memory.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          resources:
            limits:
              memory: 1Gi   # measured
`,
  'k8s/overlays/staging/kustomization.yaml': `namespace: staging
nameSuffix: -test
resources:
  - ../../base
configMapGenerator:
  - name: settings
    literals: [MODE=slow]
`,
};
